import './wish-table.css';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { ButtonForm } from '#platform/forms/before-script.tsx';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Wish } from '../contract.ts';

export function WishTable(props: { wishes: Wish[]; onRemove(wish: Wish): void; more: boolean }) {
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t('wish.title')}
      columns={columns(words, props.onRemove)}
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
      key: 'avatar',
      header: t('col.avatar'),
      cell: (wish) => <Picture src={wish.image} alt="" sizes="76px" />,
      phone: 'picture',
    },
    {
      key: 'name',
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
    { key: 'price', header: t('col.price'), cell: (wish) => <WishPrice wish={wish} />, phone: 'value' },
    {
      key: 'buy',
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
            to={`/products/${wish.categoryId}#offer-${wish.itemId}`}
            aria-label={t('wish.buyFor', { name: wish.name })}
          >
            {t('wish.buy')}
          </LinkButton>
        ),
      phone: 'start',
    },
    {
      key: 'remove',
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
