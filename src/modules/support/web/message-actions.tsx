import { Check, Mail, RotateCcw } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ContactMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';
import { type Marks, markId } from './use-marks.ts';

interface MessageActionsProps {
  message: ContactMessage;
  state: MessageState;
  marks: Marks;
}

/** Answering a message, and marking it; what is answered can be opened again. */
export function MessageActions({ message, state, marks }: MessageActionsProps) {
  const { t } = useTranslator();
  const { name } = message;
  const pending = marks.pendingId === message._id;
  if (state === 'answered')
    return (
      <div className="message-actions">
        <Answered message={message} />
        <Button
          id={markId(message)}
          size="sm"
          look="ghost"
          icon={<RotateCcw className="icon" aria-hidden />}
          aria-label={t('support.reopenName', { name })}
          pending={pending}
          pendingLabel={t('support.reopening')}
          onClick={() => marks.send(message, 'open')}
        >
          {t('support.reopen')}
        </Button>
      </div>
    );
  return (
    <div className="message-actions">
      <AnswerLink message={message} />
      <Button
        id={markId(message)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('support.markName', { name })}
        pending={pending}
        pendingLabel={t('support.marking')}
        onClick={() => marks.send(message, 'answered')}
      >
        {t('support.mark')}
      </Button>
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
