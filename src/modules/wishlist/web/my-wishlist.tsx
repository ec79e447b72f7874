import './wish-table.css';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useFetcher, useSubmit } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { ButtonForm } from '#platform/forms/before-script.tsx';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';
import { toast } from '#ui/toast.tsx';
import type { Wish } from '../contract.ts';
import type { Route } from './+types/my-wishlist.ts';
import { changeWish, loadWishlist, type WishResult } from './wishes.ts';

export const handle = { title: 'wish.title', thing: 'wish.thing' } as const;

export const loader = authenticatedLoader(loadWishlist);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changeWish, 'wish.unchanged');
export const clientAction = toastedAction<Route.ClientActionArgs>(() => 'wish.unchanged');

export default function MyWishList({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { wishes, more } = loaderData;
  const heading = useRef<HTMLHeadingElement>(null);
  const submit = useSubmit();
  // A removed wish stays hidden while the list is loaded again.
  const [removed, setRemoved] = useState<readonly Wish[]>([]);
  const without = (list: readonly Wish[], { _id }: Wish) => list.filter((wish) => wish._id !== _id);
  const shown = removed.reduce(without, wishes);

  /** Each removal has its own request, which goes on when the buyer leaves the page. */
  function remove(wish: Wish) {
    setRemoved((list) => [...without(list, wish), wish]);
    void submit({ wish: wish._id, quiet: 'yes' }, { ...SUBMIT_OPTIONS, fetcherKey: removalKey(wish) });
    heading.current?.focus();
  }

  return (
    <>
      <PageHead texts={handle} heading={heading} />
      {removed.map((wish) => (
        <Removal key={wish._id} wish={wish} onRefused={() => setRemoved((list) => without(list, wish))} />
      ))}
      {shown.length === 0 ? (
        <EmptyState
          title={t('wish.empty')}
          picture="/art/cut-teddy.svg"
          action={<LinkButton to="/#collections">{t('home.collections')}</LinkButton>}
        >
          {t('wish.emptyBody')}
        </EmptyState>
      ) : (
        <WishTable wishes={shown} onRemove={remove} more={more} />
      )}
    </>
  );
}

/** The action's path is explicit, because Undo may be pressed on another page. */
const SUBMIT_OPTIONS = { method: 'post', action: '/dashboard/mywishlist', navigate: false } as const;

const removalKey = ({ _id }: Wish) => `unwish ${_id}`;

interface RemovalProps {
  wish: Wish;
  onRefused(): void;
}

/** The answer to a removal: a toast that offers Undo. */
function Removal({ wish, onRefused }: RemovalProps) {
  const { t } = useTranslator();
  const submit = useSubmit();
  const { data } = useFetcher<WishResult>({ key: removalKey(wish) });
  const answered = useEffectEvent((data: WishResult) => {
    if (data.wish !== null) return onRefused();
    const undo = () => void submit({ item: wish.itemId, wish: '', quiet: 'yes' }, SUBMIT_OPTIONS);
    // A removed product cannot be saved again.
    const undoButton = wish.removed ? undefined : { label: t('common.undo'), onClick: undo };
    toast.success(t('wish.removed', { name: wish.name }), undoButton);
  });
  useEffect(() => {
    if (data) answered(data);
  }, [data]);
  return null;
}

function WishTable(props: { wishes: Wish[]; onRemove(wish: Wish): void; more: boolean }) {
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t('wish.title')}
      columns={columns(translator, props.onRemove)}
      rows={props.wishes}
      rowMark={(wish) => (wish.sold ? 'gone' : undefined)}
      foot={props.more && <MoreRows />}
    />
  );
}

/** The current price, its change since the product was saved, and the availability. */
function WishPrice({ wish }: { wish: Wish }) {
  const { t, money } = useTranslator();
  const { price, savedPrice, booked, sold } = wish;
  const saved = savedPrice - price;
  return (
    <div className="wish-price">
      <b className="num">{money(price)}</b>
      {!sold && saved > 0 && <span className="wish-cheaper num">{t('wish.cheaper', { amount: money(saved) })}</span>}
      {!sold && saved < 0 && <span className="wish-dearer num">{t('wish.dearer', { amount: money(-saved) })}</span>}
      {booked && <Chip tone="wait">{t('wish.booked')}</Chip>}
      {sold && <Chip tone="mute">{t('wish.sold')}</Chip>}
    </div>
  );
}

function columns({ t }: Translator, onRemove: (wish: Wish) => void): Column<Wish>[] {
  return [
    {
      header: t('col.avatar'),
      cell: (wish) => <Picture src={wish.image} alt="" sizes="76px" />,
      phone: 'picture',
    },
    {
      header: t('col.name'),
      names: true,
      cell: (wish) =>
        wish.removed ? (
          wish.name
        ) : (
          <Link className="text-link" to={`/items/${wish.itemId}`}>
            {wish.name}
          </Link>
        ),
      phone: 'title',
    },
    { header: t('col.price'), cell: (wish) => <WishPrice wish={wish} />, phone: 'value' },
    {
      header: t('wish.buy'),
      headerHidden: true,
      cell: (wish) =>
        wish.sold ? (
          <LinkButton
            size="sm"
            look="ghost"
            // A removed product has no page, so the link leads to its category.
            to={wish.removed ? `/products/${wish.categoryId}` : `/items/${wish.itemId}#similar`}
            aria-label={t('wish.findSimilar', { name: wish.name })}
          >
            {t('products.similar')}
          </LinkButton>
        ) : (
          <LinkButton
            size="sm"
            to={`/products/${wish.categoryId}?show=${wish.itemId}#offer-${wish.itemId}`}
            aria-label={t('wish.buyFor', { name: wish.name })}
          >
            {t('wish.buy')}
          </LinkButton>
        ),
      phone: 'start',
    },
    {
      header: t('wish.action'),
      headerHidden: true,
      align: 'end',
      cell: (wish) => (
        <ButtonForm fields={{ wish: wish._id }} send={() => onRemove(wish)}>
          <IconButton type="submit" label={t('wish.remove', { name: wish.name })} icon={<X aria-hidden />} />
        </ButtonForm>
      ),
      phone: 'end',
    },
  ];
}
