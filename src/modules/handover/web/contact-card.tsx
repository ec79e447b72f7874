import './contact-card.css';
import { MapPin } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedTick } from '#ui/chip.tsx';
import { type Deal, otherName, type Side } from './order-facts.ts';
import { PhoneLinks } from './phone-links.tsx';

/** The other side of a booking, with a phone number while they have to meet, and both pick-up points. */
export function ContactCard({ deal, side }: { deal: Deal; side: Side }) {
  const { t } = useTranslator();
  const { other, next } = deal;
  const name = otherName(deal, t);
  const isUnpaid = next?.step === 'pay';
  return (
    <section className="order-card" aria-labelledby="contact-title">
      <h2 id="contact-title">{t(side === 'buyer' ? 'order.seller' : 'order.buyer')}</h2>
      <div className="contact">
        <Avatar name={name} size="lg" />
        <div>
          <b>{name}</b>
          {other.verified && <VerifiedTick label={t('status.verifiedSeller')} word={t('status.verifiedSeller')} />}
        </div>
      </div>
      {other.phone && <PhoneLinks phone={other.phone} />}
      {other.name && (other.phone || isUnpaid) && (
        <p className="contact-rule">{t(isUnpaid ? `order.phoneLater.${side}` : 'order.phoneRule')}</p>
      )}
      <Places deal={deal} side={side} />
    </section>
  );
}

function Places({ deal: { sellerLocation = '', location, other }, side }: { deal: Deal; side: Side }) {
  const { t } = useTranslator();
  const own = side === 'buyer' ? location : sellerLocation;
  const others = side === 'buyer' ? sellerLocation : location;
  const isAgreed = own === others;
  const points = isAgreed
    ? [{ label: t('order.pointAgreed'), point: own }]
    : [
        { label: t(side === 'buyer' ? 'order.pointSeller' : 'order.pointBuyer'), point: others },
        { label: t('order.pointOwn'), point: own },
      ];
  return (
    <div className="contact-places">
      <h3>{t('order.meet')}</h3>
      {points
        .filter(({ point }) => point)
        .map(({ label, point }) => (
          <p key={label}>
            <MapPin className="icon" aria-hidden />
            <span>
              <b>{point}</b>
              <small>{label}</small>
            </span>
          </p>
        ))}
      {own && others && !isAgreed && other.phone && <p className="contact-rule">{t('order.pointHow')}</p>}
    </div>
  );
}
