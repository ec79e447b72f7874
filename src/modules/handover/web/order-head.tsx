import './order-head.css';
import { Link } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { type Deal, orderNumber } from './order-facts.ts';

/** The head of a booking's page: a link back to the list, the item, its price and the order number. */
export function OrderHead(props: { deal: Deal; back: { to: string; label: string }; title: string; heading: string }) {
  const { deal, back, title, heading } = props;
  const { t, money, product } = useTranslator();
  return (
    <>
      <title>{`${title} · ${product}`}</title>
      <BackLink to={back.to}>{back.label}</BackLink>
      <div className="order-head">
        <Picture src={deal.image} alt="" eager sizes="88px" />
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          <p className="num">
            <b>{money(deal.itemPrice)}</b>
            <span>{t('order.number', { number: orderNumber(deal._id) })}</span>
            {!deal.isItemRemoved && (
              <Link className="text-link" to={`/items/${deal.itemId}`}>
                {t('order.item')}
              </Link>
            )}
          </p>
        </div>
      </div>
    </>
  );
}
