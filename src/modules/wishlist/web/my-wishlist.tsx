import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { toastedAction } from '#platform/forms/action-result.ts';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { toast } from '#ui/toast.tsx';
import type { Wish } from '../contract.ts';
import type { Route } from './+types/my-wishlist.ts';
import { WishTable } from './wish-table.tsx';
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
  const { remove, removed } = useRemoval(() => heading.current?.focus());
  const shown = wishes.filter(({ _id }) => !removed.has(_id));
  return (
    <>
      <PageHead texts={handle} heading={heading} />
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

/** The address is explicit, because Undo may be pressed on another page. */
const SUBMIT_OPTIONS = { method: 'post', action: '/dashboard/mywishlist' } as const;

/** Removes wishes from the list optimistically, one request at a time, each with a toast that offers Undo. */
function useRemoval(onRemoved: () => void) {
  const { t } = useTranslator();
  const fetcher = useFetcher<WishResult>();
  const { submit: submitUndo } = useFetcher<WishResult>();
  const last = useRef<Wish>(null);
  // A removed wish stays hidden while the list is loaded again, also when the next removal starts meanwhile.
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { data, state, submit } = fetcher;

  function remove(wish: Wish) {
    if (state === 'submitting') return;
    last.current = wish;
    setRemoved((ids) => new Set(ids).add(wish._id));
    submit({ wish: wish._id, quiet: 'yes' }, SUBMIT_OPTIONS);
    onRemoved();
  }

  useEffect(() => {
    const wish = last.current;
    if (!wish || !data) return;
    last.current = null;
    if (data.wish !== null) {
      setRemoved((ids) => new Set([...ids].filter((id) => id !== wish._id)));
      return;
    }
    const undo = () => submitUndo({ item: wish.itemId, wish: '', quiet: 'yes' }, SUBMIT_OPTIONS);
    // A removed product cannot be saved again.
    const undoButton = wish.removed ? undefined : { label: t('common.undo'), onClick: undo };
    toast.success(t('wish.removed', { name: wish.name }), undoButton);
  }, [data, submitUndo, t]);

  return { remove, removed };
}
