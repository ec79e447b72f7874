import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { MyProduct } from '../contract.ts';
import { isPreparing, NameCell, PictureCell } from './photo-cells.tsx';
import { ActionCell, AdvertiseCell, StatusCell } from './product-cells.tsx';
import { useRefreshWhile } from './use-refresh-while.ts';

interface ProductTableProps {
  products: MyProduct[];
  more: boolean;
  /** The id of the product that was just listed. */
  added: string | null;
  selling: RowAction<MyProduct>;
  deleting: RowAction<MyProduct>;
}

/** The seller's products, with their actions. */
export function ProductTable({ products, more, added, selling, deleting }: ProductTableProps) {
  const { t, money, number } = useTranslator();
  useRefreshWhile(products.some(isPreparing));
  const columns: Column<MyProduct>[] = [
    {
      header: t('col.avatar'),
      phone: 'picture',
      cell: (product) => <PictureCell product={product} />,
    },
    {
      header: t('col.name'),
      names: true,
      phone: 'title',
      cell: (product) => <NameCell product={product} />,
    },
    {
      header: t('col.price'),
      phone: 'value',
      cell: (product) => <b className="mine-price num">{money(product.resalePrice)}</b>,
    },
    {
      header: t('col.status'),
      phone: 'aside',
      cell: (product) => <StatusCell product={product} selling={selling} />,
    },
    {
      header: t('col.action'),
      phone: 'start',
      cell: (product) => <ActionCell product={product} deleting={deleting} />,
    },
    {
      header: t('col.advertise'),
      phone: 'end',
      cell: (product) => <AdvertiseCell product={product} />,
    },
  ];
  return (
    <DataTable
      caption={t('mine.title')}
      columns={columns}
      rows={products}
      rowMark={(product) => (product._id === added ? 'new' : undefined)}
      foot={more && <MoreRows>{t('mine.shown', { n: number(products.length) })}</MoreRows>}
    />
  );
}
