import { Check, Mail, RotateCcw } from 'lucide-react';
import { FormButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ContactMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';
import { type MarkForm, markButtonId } from './message-list.ts';

interface MessageActionsProps {
  message: ContactMessage;
  state: MessageState;
  marking: RowAction<ContactMessage>;
}

/** The buttons that answer, mark and reopen a message. */
export function MessageActions({ message, state, marking }: MessageActionsProps) {
  const { t } = useTranslator();
  const { _id: id, name } = message;
  const pending = marking.pending?.get('id') === id;
  const markForm = (to: MessageState) => ({
    fields: { state: to, id, name } satisfies MarkForm,
    send: (fields: Record<string, string>) => marking.send(message, fields),
  });
  if (state === 'answered')
    return (
      <div className="message-actions">
        <Answered message={message} />
        <FormButton
          {...markForm('open')}
          id={markButtonId(message)}
          size="sm"
          look="ghost"
          icon={<RotateCcw className="icon" aria-hidden />}
          aria-label={t('support.reopenName', { name })}
          pending={pending}
          pendingLabel={t('support.reopening')}
        >
          {t('support.reopen')}
        </FormButton>
      </div>
    );
  return (
    <div className="message-actions">
      <AnswerLink message={message} />
      <FormButton
        {...markForm('answered')}
        id={markButtonId(message)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('support.markName', { name })}
        pending={pending}
        pendingLabel={t('support.marking')}
      >
        {t('support.mark')}
      </FormButton>
    </div>
  );
}

/** Opens the admin's own mail program, with address and subject filled in (RFC 6068). */
function AnswerLink({ message: { name, email, subject } }: { message: ContactMessage }) {
  const { t } = useTranslator();
  const line = t('support.answerSubject', { subject: t(`support.subject.${subject}`) });
  const to = encodeURIComponent(email).replace('%40', '@');
  return (
    <LinkButton
      size="sm"
      icon={<Mail className="icon" aria-hidden />}
      aria-label={t('support.answerName', { name })}
      to={`mailto:${to}?subject=${encodeURIComponent(line)}`}
    >
      {t('support.answer')}
    </LinkButton>
  );
}

function Answered({ message: { answeredAt = '', answeredBy } }: { message: ContactMessage }) {
  const { t, date } = useTranslator();
  const when = date(answeredAt);
  return (
    <div className="message-answered">
      <Chip tone="ok" icon={<Check aria-hidden />}>
        {t('support.answered')}
      </Chip>
      <small>
        <time dateTime={answeredAt}>
          {answeredBy
            ? t('support.answeredBy', { name: answeredBy, date: when })
            : t('support.answeredOn', { date: when })}
        </time>
      </small>
    </div>
  );
}
