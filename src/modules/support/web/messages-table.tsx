import { useState } from 'react';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ContactMessage } from '../contract.ts';
import { MessageActions } from './message-actions.tsx';
import type { MessageList } from './message-list.ts';

/** Messages with their sender, time and actions. */
export function MessagesTable({ list, marking }: { list: MessageList; marking: RowAction<ContactMessage> }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('support.messages')}
      columns={columns(words, list, marking)}
      rows={list.items}
      foot={list.more && <MoreRows>{words.t('mine.shown', { n: list.items.length })}</MoreRows>}
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
      key: 'from',
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
      key: 'message',
      header: t('support.column'),
      phone: 'wide',
      cell: (message) => <MessageText message={message} />,
    },
    {
      key: 'action',
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
