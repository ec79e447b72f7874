import { useNavigate } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { ACCOUNT_KINDS, PAYOUT_STATES } from '../../rules.ts';
import type { PayoutList } from './payout-list.ts';

/** Chooses the state and the kind of account of the listed payouts. */
export function PayoutFilters({ list: { summary, state, kind } }: { list: PayoutList }) {
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
