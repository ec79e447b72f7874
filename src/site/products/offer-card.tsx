import { ChevronDown, Clock, Hourglass, MapPin, Phone } from 'lucide-react';
import { useId, useState } from 'react';
import type { VisibleProduct } from '#modules/catalogue/contract.ts';
import { areaOfPoint, saving } from '#modules/catalogue/rules.ts';
import { ReportButton } from '#modules/moderation/web/report-button.tsx';
import { Ago } from '#platform/lists/ago.tsx';
import { useSession } from '#platform/web/session.ts';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { FoldedText } from '#ui/folded-text.tsx';
import { Price } from '#ui/price.tsx';
import { ConditionLine, ProductCard, ProductName, ProductPicture } from '#ui/product-card.tsx';
import { MetaList, SellerLine } from '#ui/product-facts.tsx';
import { BookButton } from './offer-buttons.tsx';
import { CardHeart } from './product-heart.tsx';

/** A product on its category's page. `wish` is the id of the buyer's wish for it. */
export function OfferCard(props: { product: VisibleProduct; wish: string | undefined; eager: boolean }) {
  const translator = useTranslator();
  const { t, money } = translator;
  const { user } = useSession();
  const { product } = props;
  const saved = saving(product.originalPrice, product.resalePrice);
  const [open, setOpen] = useState(false);
  const more = useId();
  return (
    <ProductCard
      id={`offer-${product._id}`}
      open={open}
      picture={
        <ProductPicture
          src={product.imageURL}
          alt={product.productName}
          eager={props.eager}
          heart={<CardHeart product={product} wish={props.wish} />}
        />
      }
      action={
        <div className="offer-actions">
          <div className="offer-book">
            <BookButton product={product} />
          </div>
          {user && user.email !== product.createdBy && <ReportButton product={product} />}
          <button
            type="button"
            className="offer-toggle"
            aria-expanded={open}
            aria-controls={more}
            aria-label={t(open ? 'offers.lessOf' : 'offers.moreOf', { name: product.productName })}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'offers.less' : 'offers.more')}
            <ChevronDown aria-hidden />
          </button>
        </div>
      }
    >
      <Price
        current={money(product.resalePrice)}
        original={product.originalPrice > product.resalePrice ? money(product.originalPrice) : undefined}
        originalLabel={t('products.original')}
        saving={saved >= 1 ? t('products.save', { amount: money(saved) }) : undefined}
      />
      <ProductName level={2} to={`/items/${product._id}`}>
        {product.productName}
      </ProductName>
      <ConditionLine
        quality={product.quality}
        condition={t(`quality.${product.quality}`)}
        area={areaOfPoint(product.location)}
      />
      <div className="offer-more" id={more}>
        <SellerLine
          name={product.sellerName}
          to={`/sellers/${product.sellerId}`}
          verified={product.user_info[0]?.verify !== undefined}
          verifiedLabel={t('status.verifiedSeller')}
          verifiedWord={t('status.verified')}
        />
        {product.description && (
          <FoldedText more={t('offers.readAll')} less={t('offers.readLess')}>
            {product.description}
          </FoldedText>
        )}
        <MetaList items={facts(product, translator)} />
      </div>
    </ProductCard>
  );
}

function facts(product: VisibleProduct, { t, number }: Translator) {
  const { location, createdAt, useYear, phone } = product;
  const years = useYear === 0 ? 'offers.yearsNone' : useYear === 1 ? 'offers.yearsOne' : 'offers.years';
  return [
    { label: t('offers.point'), icon: <MapPin aria-hidden />, value: location },
    {
      label: t('offers.listed'),
      icon: <Clock aria-hidden />,
      value: <Ago instant={createdAt} />,
    },
    {
      label: t('products.years'),
      icon: <Hourglass aria-hidden />,
      value: t(years, { n: number(useYear) }),
    },
    ...(phone
      ? [
          {
            label: t('book.phone'),
            icon: <Phone aria-hidden />,
            value: (
              <a className="text-link" href={`tel:+88${phone}`} aria-label={t('offers.call', { phone })}>
                {phone}
              </a>
            ),
          },
        ]
      : []),
  ];
}
