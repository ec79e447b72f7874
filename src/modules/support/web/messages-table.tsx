import { useNavigation } from 'react-router';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ContactMessage } from '../contract.ts';
import { MessageActions } from './message-actions.tsx';
import type { MessageList } from './message-list.ts';
import { MessageText } from './message-text.tsx';
import type { Marks } from './use-marks.ts';

/** What people wrote, with who and when, and what can be done about it. */
export function MessagesTable({ list, marks }: { list: MessageList; marks: Marks }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('support.messages')}
      columns={columns(words, list, marks)}
      rows={list.items}
      rowKey={(message) => message._id}
      foot={list.more && <More list={list} />}
    />
  );
}

function More({ list: { items, state, pages } }: { list: MessageList }) {
  const { t } = useTranslator();
  const asked = `?state=${state}&pages=${pages + 1}`;
  const loading = useNavigation().location?.search === asked;
  return (
    <>
      <span className="num">{t('mine.shown', { n: items.length })}</span>
      <LinkButton look="ghost" size="sm" to={asked} replace preventScrollReset aria-busy={loading || undefined}>
        {t(loading ? 'common.loading' : 'common.showMore')}
      </LinkButton>
    </>
  );
}

function columns({ t, date }: Translator, { state }: MessageList, marks: Marks): Column<ContactMessage>[] {
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
      cell: (message) => <MessageActions message={message} state={state} marks={marks} />,
    },
  ];
}
