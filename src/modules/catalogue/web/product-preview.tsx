import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { publicName } from '#modules/identity/name.rules.ts';
import { readNumber } from '#platform/contract/typed-input.ts';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Price } from '#ui/price.tsx';
import { ProductCard, ProductName, ProductPicture } from '#ui/product-card.tsx';
import { MetaList, ProductText, SellerLine } from '#ui/product-facts.tsx';
import { newProduct } from '../contract.ts';
import { QUALITIES, saving } from '../rules.ts';
import { type Draft, sourceOf } from './product-draft.ts';

interface PreviewProps {
  values: Draft;
  cover: string | undefined;
}

/** A preview of the product's card; behind a button on screens without room for it. */
export function ProductPreview(props: PreviewProps) {
  const { t } = useTranslator();
  const [open, setOpen] = useState(false);
  return (
    <aside className="add-preview" aria-label={t('add.preview')} data-open={open || undefined}>
      <Button className="add-preview-toggle" look="ghost" wide aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('add.preview')}
      </Button>
      <div className="add-preview-card">
        <p className="add-preview-label">{t('add.previewHint')}</p>
        <PreviewCard {...props} />
      </div>
    </aside>
  );
}

function PreviewCard({ values, cover }: PreviewProps) {
  const { t } = useTranslator();
  const { user } = useSession();
  const link = sourceOf(values) === 'link' ? newProduct.shape.imageURL.safeParse(values.imageURL).data : undefined;
  const quality = QUALITIES.find((one) => one === values.quality) ?? QUALITIES[0];
  return (
    <>
      <ProductCard
        picture={
          <ProductPicture
            src={link ?? cover}
            alt=""
            sizes="320px"
            chip={<QualityChip quality={quality}>{t(`quality.${quality}`)}</QualityChip>}
          />
        }
      >
        <ProductName level={2}>{values.productName?.trim() || t('add.previewName')}</ProductName>
        {user && (
          <SellerLine
            name={publicName(user.name)}
            verified={user.verified}
            verifiedLabel={t('status.verifiedSeller')}
            verifiedWord={t('status.verified')}
          />
        )}
        {values.description && <ProductText>{values.description}</ProductText>}
        <PreviewPrice original={values.originalPrice} resale={values.resalePrice} />
        {values.location && (
          <MetaList items={[{ label: t('add.location'), icon: <MapPin aria-hidden />, value: values.location }]} />
        )}
      </ProductCard>
      {link?.startsWith('http') && (
        <p className="add-preview-label" role="status">
          {t('photos.linkLater')}
        </p>
      )}
    </>
  );
}

function PreviewPrice({ original = '', resale = '' }: { original: string | undefined; resale: string | undefined }) {
  const { t, money } = useTranslator();
  const [was, is] = [readNumber(original), readNumber(resale)];
  if (!(is > 0)) return null;
  const saved = was > 0 ? saving(was, is) : 0;
  return (
    <Price
      current={money(is)}
      original={saved > 0 ? money(was) : undefined}
      originalLabel={t('products.original')}
      saving={saved > 0 ? t('products.save', { amount: money(saved) }) : undefined}
    />
  );
}
