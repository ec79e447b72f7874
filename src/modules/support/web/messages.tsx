import './messages.css';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { MESSAGE_STATES, type MessageState } from '../rules.ts';
import type { Route } from './+types/messages.ts';
import { loadMessages, mark } from './message-list.ts';
import { MessagesTable } from './messages-table.tsx';
import { useMarks } from './use-marks.ts';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadMessages(request);
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return mark(request);
}

function Head({ heading }: { heading?: RefObject<HTMLHeadingElement | null> }) {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('support.messages')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {t('support.messages')}
        </h1>
        <p>{t('support.messagesLead')}</p>
      </div>
    </div>
  );
}

export function HydrateFallback() {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={4} />
    </>
  );
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, state } = loaderData;
  const marks = useMarks(items, heading);
  const show = (next: MessageState) =>
    navigate(next === 'answered' ? '?state=answered' : '.', { replace: true, preventScrollReset: true });
  return (
    <>
      <Head heading={heading} />
      <div className="messages-segments">
        <Segmented
          label={t('support.which')}
          value={state}
          options={MESSAGE_STATES.map((value) => ({ value, label: t(`support.${value}`) }))}
          onChange={show}
        />
      </div>
      {items.length > 0 ? (
        <MessagesTable list={loaderData} marks={marks} />
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('support.thing') })}
      </ErrorState>
    </>
  );
}
