import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import type { ContactMessage } from '../contract.ts';

/** A longer text is folded. */
const FOLDED_MAX_CHARS = 220;
const FOLDED_MAX_LINES = 4;

/** The subject and text of a message. A long text is folded. */
export function MessageText({ message: { _id, name, subject, message, requestId } }: { message: ContactMessage }) {
  const { t } = useTranslator();
  const [open, setOpen] = useState(false);
  const long = message.length > FOLDED_MAX_CHARS || message.split('\n').length > FOLDED_MAX_LINES;
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
