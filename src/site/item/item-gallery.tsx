import type { Item } from '#modules/catalogue/items.contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Gallery } from '#ui/gallery.tsx';
import { ProductPicture } from '#ui/product-card.tsx';

/** The photos of a product with its condition, and a ribbon once it is sold. */
export function ItemGallery({ item }: { item: Item }) {
  const { t } = useTranslator();
  const { productName: name, photos, quality, state } = item;
  const chip = <QualityChip quality={quality}>{t(`quality.${quality}`)}</QualityChip>;
  const ribbon = state === 'sold' ? t('status.SOLD') : undefined;
  if (photos.length === 0)
    return (
      <div className="item-no-photo">
        <ProductPicture src={undefined} alt="" chip={chip} ribbon={ribbon} />
      </div>
    );
  return (
    <Gallery
      photos={photos.map(({ imageURL }, index) => ({
        src: imageURL,
        alt: photos.length === 1 ? name : t('item.photo', { i: index + 1, n: photos.length, name }),
      }))}
      labels={{
        label: t('item.photos', { name }),
        viewer: t('item.viewer', { name }),
        close: t('common.close'),
        previous: t('common.previous'),
        next: t('common.next'),
        position: (i, n) => t('common.positionOf', { i, n }),
        enlarge: (i, n) => t('item.enlarge', { i, n }),
        show: (i, n) => t('item.showPhoto', { i, n }),
      }}
    >
      {chip}
      {ribbon && <span className="product-ribbon">{ribbon}</span>}
    </Gallery>
  );
}
