import type { Seller } from '#modules/catalogue/items.contract.ts';
import { formatCount, toCount } from '#modules/search/web/format-count.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { toneClass } from '#ui/tone.ts';
import { ShareLinks } from '../shell/share-links.tsx';
import { SellerTick } from './seller-card.tsx';

/** A seller on a pastel colour: first name, verification, member since, and numbers of products. */
export function SellerHead({ seller }: { seller: Seller }) {
  const translator = useTranslator();
  const { t, month } = translator;
  const { _id, name, verified, since, onSale, sold } = seller;
  return (
    <header className={`shop-head stitched ${toneClass('', name)}`}>
      <Avatar name={name} size="lg" />
      <div>
        <h1 tabIndex={-1}>{name}</h1>
        <SellerTick verified={verified} />
        <p>{t('shop.since', { date: month(since) })}</p>
        <ShareLinks path={`/sellers/${_id}`} text={t('shop.shareText', { name })} />
      </div>
      <dl className="num">
        <div>
          <dt>{t('shop.onSale')}</dt>
          <dd>{formatCount(translator, toCount(onSale))}</dd>
        </div>
        <div>
          <dt>{t('shop.sold')}</dt>
          <dd>{formatCount(translator, toCount(sold))}</dd>
        </div>
      </dl>
    </header>
  );
}
