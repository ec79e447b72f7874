import { Clock, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Picture } from '#ui/picture.tsx';
import type { MyProduct } from '../contract.ts';

/** Whether photos of the product are still in preparation. */
export function isPreparing({ photos }: MyProduct): boolean {
  return photos.some(({ state }) => state === 'waiting');
}

/** The cover, or a drawing until it is ready. */
export function PictureCell({ product: { imageURL, photos } }: { product: MyProduct }) {
  const cover = photos[0];
  const isThere = !cover || cover.state === 'ready';
  return <Picture src={isThere ? imageURL : undefined} alt="" width={76} height={76} sizes="76px" />;
}

/** The name and the state of the photos. */
export function NameCell({ product }: { product: MyProduct }) {
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
