import './payouts.css';
import { useEffect, useState } from 'react';
import { useActionData, useNavigate } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { ACCOUNT_KINDS, PAYOUT_STATES } from '../../rules.ts';
import type { Route } from './+types/payouts.ts';
import { ClosePayouts } from './close-payouts.tsx';
import { BankFiles, useListKey } from './payout-files.tsx';
import { changePayouts, loadPayouts, type PayoutList, type PayoutsResult } from './payout-list.ts';
import { PayoutsForm } from './payouts-form.tsx';

export const handle = { title: 'payout.title', thing: 'payout.thing' } as const;

export const loader = authenticatedLoader(loadPayouts);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changePayouts);
export const clientAction = toastedAction<Route.ClientActionArgs>();

export default function Payouts({ loaderData: list }: Route.ComponentProps) {
  const { t, money } = useTranslator();
  const { due } = list.summary;
  const asked = useAsked();
  const chosen = list.items.filter(({ _id, mayClose }) => mayClose && asked?.ids.includes(_id));
  return (
    <>
      <PageHead texts={handle}>
        <p className="payouts-lead num">{t('payout.head', { n: due.count, amount: money(due.amount) })}</p>
      </PageHead>
      <PayoutFilters list={list} />
      {asked && chosen.length > 0 && (
        <ClosePayouts key={`${asked.outcome} ${asked.ids}`} payouts={chosen} asked={asked} />
      )}
      {list.items.length > 0 ? (
        <PayoutsForm key={list.state} list={list} />
      ) : (
        <EmptyState title={t('payout.empty')} picture="/art/cut-bag.svg">
          {t('payout.emptyBody')}
        </EmptyState>
      )}
      {list.bank && <BankFiles bank={list.bank} summary={list.summary} />}
    </>
  );
}

/**
 * Returns the question that the last form asked for, until the next navigation, except one between bank files. A live reload
 * empties the router's result.
 */
function useAsked(): PayoutsResult['asked'] {
  const result = useActionData<PayoutsResult>();
  const key = useListKey();
  const [kept, setKept] = useState<{ key: string; asked: PayoutsResult['asked'] }>();
  useEffect(() => {
    if (result) setKept({ key, asked: result.asked });
  }, [result, key]);
  return result?.asked ?? (kept?.key === key ? kept.asked : undefined);
}

/** Chooses the state and the kind of account of the listed payouts. */
function PayoutFilters({ list: { summary, state, kind } }: { list: PayoutList }) {
  const { t, number } = useTranslator();
  const navigate = useNavigate();
  const go = (next: { state?: string; kind?: string | undefined }) => {
    const query = new URLSearchParams({ state, ...(kind && { kind }) });
    for (const [name, value] of Object.entries(next)) value ? query.set(name, value) : query.delete(name);
    return navigate(`?${query}`, { replace: true, preventScrollReset: true });
  };
  const counted = (one: 'due' | 'sent') => `${t(`payout.${one}`)} ${number(summary[one].count)}`;
  return (
    <div className="payouts-filters">
      <Segmented
        label={t('payout.states')}
        value={state}
        options={PAYOUT_STATES.map((value) => ({
          value,
          label: value === 'due' || value === 'sent' ? counted(value) : t(`payout.${value}`),
        }))}
        onChange={(value) => go({ state: value })}
      />
      <Segmented
        label={t('payout.kinds')}
        value={kind ?? 'all'}
        options={[
          { value: 'all' as const, label: t('payout.allKinds') },
          ...ACCOUNT_KINDS.map((value) => ({ value, label: t(`earn.kind.${value}`) })),
        ]}
        onChange={(value) => go({ kind: value === 'all' ? undefined : value })}
      />
    </div>
  );
}
