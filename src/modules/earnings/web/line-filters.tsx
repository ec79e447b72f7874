import { useNavigate } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { LINE_FILTERS, type LineFilter } from '../contract.ts';

const FILTER_LABELS = { all: 'earn.all', 'on-hold': 'earn.onHold', released: 'earn.released' } as const;

/** Shows all sales, those whose money waits, or those whose money was released. */
export function LineFilters({ show }: { show: LineFilter | undefined }) {
  const { t } = useTranslator();
  const navigate = useNavigate();
  return (
    <Segmented
      label={t('earn.filter')}
      value={show ?? 'all'}
      options={(['all', ...LINE_FILTERS] as const).map((value) => ({ value, label: t(FILTER_LABELS[value]) }))}
      onChange={(next) => navigate(next === 'all' ? '.' : `?show=${next}`, { replace: true, preventScrollReset: true })}
    />
  );
}
