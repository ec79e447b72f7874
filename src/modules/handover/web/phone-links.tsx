import './contact-card.css';
import { MessageCircle, Phone } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

/** Calls the other side, or writes to them. A number of Bangladesh is kept as eleven digits that begin with 01. */
export function PhoneLinks({ phone }: { phone: string }) {
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
