import './contact-card.css';
import { MapPin, MessageCircle, Phone } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { Deal, Side } from './order-facts.ts';

/** The other side of a booking, with a phone number while they have to meet, and both pick-up points. */
export function ContactCard({ deal, side }: { deal: Deal; side: Side }) {
  const { t } = useTranslator();
  const { other, next } = deal;
  const name = other.name || t('order.gone');
  return (
    <section className="order-card" aria-labelledby="contact-title">
      <h2 id="contact-title">{t(side === 'buyer' ? 'order.seller' : 'order.buyer')}</h2>
      <div className="contact">
        <Avatar name={name} size="lg" />
        <b>{name}</b>
      </div>
      {other.phone && <PhoneLinks phone={other.phone} />}
      {other.name && (other.phone || next?.step === 'pay') && (
        <p className="contact-rule">{t(other.phone ? 'order.phoneRule' : 'order.phoneLater')}</p>
      )}
      <Places deal={deal} side={side} />
    </section>
  );
}

/** A number of Bangladesh, as it is kept: eleven digits that begin with 01. */
function PhoneLinks({ phone }: { phone: string }) {
  const { t } = useTranslator();
  return (
    <>
      <div className="contact-reach">
        <LinkButton look="quiet" to={`tel:+88${phone}`} icon={<Phone className="icon" aria-hidden />}>
          {t('order.call')}
        </LinkButton>
        <LinkButton
          look="quiet"
          to={`https://wa.me/88${phone}`}
          rel="noreferrer"
          icon={<MessageCircle className="icon" aria-hidden />}
        >
          {t('order.whatsapp')}
        </LinkButton>
      </div>
      <b className="contact-number num">{`${phone.slice(0, 5)}-${phone.slice(5)}`}</b>
    </>
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
      {!isAgreed && other.phone && <p className="contact-rule">{t('order.pointHow')}</p>}
    </div>
  );
}
