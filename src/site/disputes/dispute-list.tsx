import './disputes.css';
import { Link, redirect } from 'react-router';
import { type Dispute, listDisputes } from '#modules/disputes/contract.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { loadPages, pagesOf } from '#platform/lists/paging.ts';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListFoot } from '#ui/list-foot.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Route } from './+types/dispute-list.ts';

export const handle = { title: 'dash.disputes', thing: 'disputes.listThing' } as const;

const FILTERS = ['decision', 'open', 'closed'] as const;

/** Admins begin with the disputes that wait for them, sides with their open ones. */
async function loadDisputes({ api, url, user }: UserRequest) {
  // A booking's page knows no dispute: it leads here by its own id.
  const booking = url.searchParams.get('booking');
  if (booking) {
    const { items } = await api.send(listDisputes, { query: { booking } });
    if (items[0]) throw redirect(`/dashboard/disputes/${items[0]._id}`);
  }
  const isAdmin = user.roles.includes('admin');
  const asked = FILTERS.find((filter) => filter === url.searchParams.get('state'));
  const state = asked ?? (isAdmin ? 'decision' : 'open');
  const list = await loadPages(pagesOf(url.searchParams), (cursor) =>
    api.send(listDisputes, { query: { state, cursor } }),
  );
  return { ...list, state, isAdmin };
}

export const loader = authenticatedLoader(loadDisputes);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

export default function Disputes({ loaderData: { items, more, state, isAdmin } }: Route.ComponentProps) {
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={handle}>
        <p className="dispute-lead">{t(isAdmin ? 'disputes.lead' : 'disputes.leadMine')}</p>
      </PageHead>
      <nav className="dispute-filters" aria-label={t('disputes.which')}>
        {FILTERS.filter((filter) => isAdmin || filter !== 'decision').map((filter) => (
          <Link
            key={filter}
            className="dispute-filter"
            to={`?state=${filter}`}
            aria-current={filter === state ? 'page' : undefined}
          >
            {t(`disputes.filter.${filter}`)}
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <EmptyState title={t('disputes.empty')} picture="/art/cut-teddy.svg" />
      ) : (
        <ul className="dispute-list">
          {items.map((dispute) => (
            <Row key={dispute._id} dispute={dispute} />
          ))}
        </ul>
      )}
      {more && (
        <ListFoot>
          <MoreRows />
        </ListFoot>
      )}
    </>
  );
}

function Row({ dispute }: { dispute: Dispute }) {
  const { t, money, date } = useTranslator();
  const { _id, image, itemName, itemPrice, amount = itemPrice, state, since, buyerName, sellerName, reason } = dispute;
  const gone = t('disputes.gone');
  return (
    <li className="dispute-row">
      <Picture src={image} alt="" width={64} height={64} sizes="64px" />
      <div>
        <Link className="text-link" to={`/dashboard/disputes/${_id}`}>
          {itemName}
        </Link>
        <p>{t(`disputes.reason.${reason}`)}</p>
        <small>
          {buyerName || gone} · {sellerName || gone}
        </small>
      </div>
      <div className="dispute-row-end">
        <b className="num">{money(amount)}</b>
        <Chip tone={state === 'closed' ? 'mute' : 'wait'}>{t(`disputes.state.${state}`)}</Chip>
        <small>
          <time dateTime={since}>{date(since)}</time>
        </small>
      </div>
    </li>
  );
}
