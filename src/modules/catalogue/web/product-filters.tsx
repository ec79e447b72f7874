import { Form, Link } from 'react-router';
import { SearchField } from '#platform/lists/search-form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { OWN_STATES, type OwnState } from '../rules.ts';

export interface OwnFilter {
  state: OwnState | undefined;
  q: string;
}

const Q_MAX_CHARS = 100;
const LABELS = { free: 'mine.free', booked: 'mine.booked', sold: 'mine.soldOnes' } as const;

/** Reads the filter of an address. Ignores an unknown state. */
export function readFilter(search: URLSearchParams): OwnFilter {
  const state = OWN_STATES.find((one) => one === search.get('state'));
  return { state, q: (search.get('q') ?? '').trim().slice(0, Q_MAX_CHARS) };
}

/** Links to the states of the seller's products, and a search by name. */
export function ProductFilters({ state, q }: OwnFilter) {
  const { t } = useTranslator();
  const to = (wanted: OwnState | undefined) =>
    `?${new URLSearchParams({ ...(wanted && { state: wanted }), ...(q && { q }) })}`;
  return (
    <div className="mine-filters">
      <nav className="mine-states" aria-label={t('mine.filter')}>
        {[undefined, ...OWN_STATES].map((one) => (
          <Link key={one ?? ''} className="mine-state" to={to(one)} replace aria-current={one === state || undefined}>
            {t(one ? LABELS[one] : 'mine.all')}
          </Link>
        ))}
      </nav>
      <search className="mine-search">
        <Form key={q} replace>
          {state && <input type="hidden" name="state" value={state} />}
          <SearchField name="q" value={q} maxLength={Q_MAX_CHARS} label={t('mine.search')} />
        </Form>
      </search>
    </div>
  );
}
