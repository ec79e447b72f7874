import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { publicName } from '#modules/identity/rules.ts';
import { readNumber } from '#platform/contract/values.ts';
import { useSession } from '#platform/web/session.ts';
import { useWords } from '#platform/web/words.tsx';
import { Button } from '#ui/button.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Price } from '#ui/price.tsx';
import { MetaList, ProductCard, ProductName, ProductPicture, ProductText, SellerLine } from '#ui/product-card.tsx';
import { newProduct } from '../contract.ts';
import { QUALITIES, saving } from '../rules.ts';
import type { Draft } from './product-draft.ts';

const NO_PICTURE = '/art/cut-rings.svg';

/** The card as buyers will see it, while it is being written; behind a button where there is no room beside the form. */
export function ProductPreview({ values }: { values: Draft }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <aside className="add-preview" aria-label={t('add.preview')} data-open={open || undefined}>
      <Button className="add-preview-toggle" look="ghost" wide aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('add.preview')}
      </Button>
      <div className="add-preview-card">
        <p className="add-preview-label">{t('add.previewHint')}</p>
        <PreviewCard values={values} />
      </div>
    </aside>
  );
}

function PreviewCard({ values }: { values: Draft }) {
  const { t } = useWords();
  const { user } = useSession();
  const [broken, setBroken] = useState<string>();
  const picture = newProduct.shape.imageURL.safeParse(values.imageURL).data;
  const quality = QUALITIES.find((one) => one === values.quality) ?? QUALITIES[0];
  return (
    <div onErrorCapture={() => setBroken(picture)}>
      <ProductCard
        picture={
          <ProductPicture
            src={picture && picture !== broken ? picture : NO_PICTURE}
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
          <MetaList
            items={[
              { key: 'location', label: t('add.location'), icon: <MapPin aria-hidden />, value: values.location },
            ]}
          />
        )}
      </ProductCard>
      {picture && picture === broken && (
        <p className="add-preview-label" role="status">
          {t('add.pictureBroken')}
        </p>
      )}
    </div>
  );
}

function PreviewPrice({ original = '', resale = '' }: { original: string | undefined; resale: string | undefined }) {
  const { t, money } = useWords();
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
