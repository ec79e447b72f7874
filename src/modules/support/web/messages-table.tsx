import { Check, Mail, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { FormButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ContactMessage } from '../contract.ts';
import type { MessageState } from '../rules.ts';
import { type MarkForm, type MessageList, markButtonId } from './message-list.ts';

/** Messages with their sender, time and actions. */
export function MessagesTable({ list, marking }: { list: MessageList; marking: RowAction<ContactMessage> }) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('support.messages')}
      columns={columns(translator, list, marking)}
      rows={list.items}
      foot={list.more && <MoreRows>{translator.t('mine.shown', { n: list.items.length })}</MoreRows>}
    />
  );
}

function columns(
  { t, date }: Translator,
  { state }: MessageList,
  marking: RowAction<ContactMessage>,
): Column<ContactMessage>[] {
  return [
    {
      header: t('support.from'),
      names: true,
      phone: 'title',
      cell: ({ name, email, createdAt }) => (
        <div className="message-from">
          {name}
          <small>{email}</small>
          <small>
            <time dateTime={createdAt}>{t('support.receivedOn', { date: date(createdAt) })}</time>
          </small>
        </div>
      ),
    },
    {
      header: t('support.column'),
      phone: 'wide',
      cell: (message) => <MessageText message={message} />,
    },
    {
      header: t('col.action'),
      phone: 'wide',
      cell: (message) => <MessageActions message={message} state={state} marking={marking} />,
    },
  ];
}

/** A longer text is folded. */
const FOLDED_MAX_CHARS = 220;
const FOLDED_MAX_LINES = 4;

/** The subject and text of a message. A long text is folded. */
function MessageText({ message: { _id, name, subject, message, requestId } }: { message: ContactMessage }) {
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

interface MessageActionsProps {
  message: ContactMessage;
  state: MessageState;
  marking: RowAction<ContactMessage>;
}

/** The buttons that answer, mark and reopen a message. */
function MessageActions({ message, state, marking }: MessageActionsProps) {
  const { t } = useTranslator();
  const { _id: id, name } = message;
  const pending = marking.pending(message) !== undefined;
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
