import { Clock, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Picture } from '#ui/picture.tsx';
import type { MyProduct } from '../contract.ts';
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

/** Whether photos of the product are still in preparation. */
function isPreparing({ photos }: MyProduct): boolean {
  return photos.some(({ state }) => state === 'waiting');
}

/** The cover, or a drawing until it is ready. */
function PictureCell({ product: { imageURL, photos } }: { product: MyProduct }) {
  const cover = photos[0];
  const isThere = !cover || cover.state === 'ready';
  return <Picture src={isThere ? imageURL : undefined} alt="" width={76} height={76} sizes="76px" />;
}

/** The name and the state of the photos. */
function NameCell({ product }: { product: MyProduct }) {
  const { t, translate } = useTranslator();
  const { _id: id, productName, photos, status } = product;
  const refused = photos.find(({ state }) => state === 'refused');
  return (
    <>
      <Link className="text-link" to={`/items/${id}`}>
        {productName}
      </Link>
      {isPreparing(product) && (
        <small className="mine-photo">
          <Clock className="icon" aria-hidden />
          {t('photos.preparing')}
        </small>
      )}
      {refused && (
        <small className="mine-photo mine-photo-refused">
          <TriangleAlert className="icon" aria-hidden />
          <span>
            {translate(refused.message ?? 'photos.refused')}{' '}
            {!status && (
              <Link
                className="text-link"
                to={`/dashboard/myproduct/${id}/edit`}
                aria-label={t('photos.otherFor', { name: productName })}
              >
                {t('photos.other')}
              </Link>
            )}
          </span>
        </small>
      )}
    </>
  );
}
