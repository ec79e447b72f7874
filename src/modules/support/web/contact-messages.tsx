import './messages.css';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { MESSAGE_STATES, type MessageState } from '../rules.ts';
import type { Route } from './+types/contact-messages.ts';
import { loadMessages, mark, markButtonId } from './message-list.ts';
import { MessagesTable } from './messages-table.tsx';

export const handle = {
  title: 'support.messages',
  lead: 'support.messagesLead',
  thing: 'support.thing',
} as const;

export const loader = authenticatedLoader(loadMessages);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(mark);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function ContactMessages({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, state } = loaderData;
  const marking = useRowAction(items, markButtonId, heading);
  const show = (next: MessageState) =>
    navigate(next === 'answered' ? '?state=answered' : '.', { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHead texts={handle} heading={heading} />
      <div className="messages-segments">
        <Segmented
          label={t('support.which')}
          value={state}
          options={MESSAGE_STATES.map((value) => ({ value, label: t(`support.${value}`) }))}
          onChange={show}
        />
      </div>
      {items.length > 0 ? (
        <MessagesTable list={loaderData} marking={marking} />
      ) : (
        <EmptyState
          title={t(`support.${state}Empty`)}
          picture={state === 'open' ? '/art/cut-bag.svg' : '/art/cut-books.svg'}
        >
          {t(`support.${state}EmptyBody`)}
        </EmptyState>
      )}
    </>
  );
}
