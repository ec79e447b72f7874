import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { ContactMessage } from '../contract.ts';

/** A text longer than this is cut until somebody asks for the rest, in characters and in lines. */
const SHORT = 220;
const SHORT_LINES = 4;

/** What it is about and what somebody wrote; a long text unfolds. */
export function MessageText({ message: { _id, name, subject, message, requestId } }: { message: ContactMessage }) {
  const { t } = useTranslator();
  const [open, setOpen] = useState(false);
  const long = message.length > SHORT || message.split('\n').length > SHORT_LINES;
  const id = `text-${_id}`;
  return (
    <div className="message-text">
      <b>{t(`support.subject.${subject}`)}</b>
      <p id={id} data-cut={(long && !open) || undefined}>
        {message}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={open ? undefined : t('support.moreOf', { name })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'support.less' : 'support.more')}
        </button>
      )}
      {requestId && <small className="num">{t('support.quoted', { id: requestId })}</small>}
    </div>
  );
}
