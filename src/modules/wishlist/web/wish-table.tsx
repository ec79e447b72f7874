import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Speaker, useWords } from '#platform/web/words.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Wish } from '../contract.ts';

export function WishTable(props: { wishes: Wish[]; onRemove(wish: Wish): void; foot: ReactNode }) {
  const words = useWords();
  return (
    <DataTable
      caption={words.t('wish.title')}
      columns={columns(words, props.onRemove)}
      rows={props.wishes}
      rowKey={(wish) => wish._id}
      rowMark={(wish) => (wish.sold ? 'gone' : undefined)}
      foot={props.foot}
    />
  );
}

function columns({ t, money }: Speaker, onRemove: (wish: Wish) => void): Column<Wish>[] {
  return [
    {
      key: 'avatar',
      header: t('col.avatar'),
      cell: (wish) => <Picture src={wish.image} alt="" sizes="76px" />,
      phone: 'picture',
    },
    { key: 'name', header: t('col.name'), names: true, cell: (wish) => wish.name, phone: 'title' },
    {
      key: 'price',
      header: t('col.price'),
      cell: (wish) => <b className="num">{money(wish.price)}</b>,
      phone: 'value',
    },
    {
      key: 'buy',
      header: t('wish.buy'),
      headerHidden: true,
      cell: (wish) =>
        wish.sold ? (
          <Chip tone="mute">{t('wish.sold')}</Chip>
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
        <IconButton
          label={t('wish.remove', { name: wish.name })}
          icon={<X aria-hidden />}
          onClick={() => onRemove(wish)}
        />
      ),
      phone: 'end',
    },
  ];
}
