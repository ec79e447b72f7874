import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ContactMessage } from '../contract.ts';
import { MessageActions } from './message-actions.tsx';
import type { MessageList } from './message-list.ts';
import { MessageText } from './message-text.tsx';

/** Messages with their sender, time and actions. */
export function MessagesTable({ list, marking }: { list: MessageList; marking: RowAction<ContactMessage> }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('support.messages')}
      columns={columns(words, list, marking)}
      rows={list.items}
      rowKey={(message) => message._id}
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
