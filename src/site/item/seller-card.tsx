import { Link } from 'react-router';
import type { Item } from '#modules/catalogue/items.contract.ts';
import { formatCount, toCount } from '#modules/search/web/format-count.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedTick } from '#ui/chip.tsx';

/** The verification tick with its meaning, or the remark that the seller is not verified. */
export function SellerTick({ verified }: { verified: boolean }) {
  const { t } = useTranslator();
  return (
    <div className="seller-tick">
      {verified && <VerifiedTick label={t('status.verifiedSeller')} word={t('status.verified')} />}
      <p>{t(verified ? 'item.tick' : 'item.noTick')}</p>
    </div>
  );
}

/** The seller of a product: first name, verification, member since, and products sold. */
export function SellerCard({ seller }: { seller: NonNullable<Item['seller']> }) {
  const translator = useTranslator();
  const { t, month } = translator;
  const { _id, name, verified, since, sold } = seller;
  return (
    <section className="seller-card" aria-labelledby="item-seller">
      <Avatar name={name} size="lg" />
      <div>
        <h2 id="item-seller">
          <span className="sr">{t('item.seller')}: </span>
          {name}
        </h2>
        <SellerTick verified={verified} />
        <ul className="num">
          <li>{t('shop.since', { date: month(since) })}</li>
          <li>
            {sold === 0
              ? t('item.soldNone')
              : sold === 1
                ? t('item.soldOne')
                : t('item.soldMany', { n: formatCount(translator, toCount(sold)) })}
          </li>
        </ul>
        <Link className="text-link tap-link" to={`/sellers/${_id}`}>
          {t('item.toSeller', { name })}
        </Link>
      </div>
    </section>
  );
}
