import { useRevalidator } from 'react-router';
import type { Item, ItemOffer } from '#modules/catalogue/items.contract.ts';
import { saving } from '#modules/catalogue/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { BookButton, SignInToBook } from '../products/offer-buttons.tsx';
import { CardHeart } from '../products/product-heart.tsx';
import type { ItemUserData } from './load-item.ts';

interface Buying {
  item: Item;
  userData: ItemUserData | undefined;
}

/** The price, the availability and the button to book. */
export function ItemBuying(props: Buying) {
  const { t, money } = useTranslator();
  const { originalPrice, resalePrice, state } = props.item;
  const saved = saving(originalPrice, resalePrice);
  return (
    <div className="item-buying">
      <Price
        size="xl"
        current={money(resalePrice)}
        original={originalPrice > resalePrice ? money(originalPrice) : undefined}
        originalLabel={t('products.original')}
        saving={saved >= 1 ? t('products.save', { amount: money(saved) }) : undefined}
      />
      {state === 'sold' ? (
        <Alert tone="info" announce={false}>
          {t('item.soldBody')}
        </Alert>
      ) : (
        <BuyingActions {...props} />
      )}
    </div>
  );
}

function BuyingActions({ item, userData }: Buying) {
  const { t, money } = useTranslator();
  const offer = userData?.offer;
  if (offer?.yours) return <OwnBooking {...offer.yours} item={item} />;
  const booked = offer?.booked ?? item.state === 'booked';
  if (userData && !offer) return userData.failed ? <RetryOffer /> : <Alert tone="info">{t('item.soldBody')}</Alert>;
  return (
    <>
      {booked && (
        <Alert tone="warning" announce={false}>
          {t('item.bookedBody')}
        </Alert>
      )}
      <div className="item-bar product-card-action">
        {/* On phones this bar stays at the bottom of the screen, while the price above scrolls away. */}
        <b className="item-bar-price num" aria-hidden>
          {money(item.resalePrice)}
        </b>
        <div className="item-bar-action">
          {offer ? <BookButton product={offer} /> : <WithoutOffer id={item._id} booked={booked} />}
        </div>
        <CardHeart product={{ ...item, sellerId: item.seller?._id ?? '' }} wish={userData?.wishes.get(item._id)} />
      </div>
      {!userData && !booked && <p className="item-note">{t('item.signInBody')}</p>}
    </>
  );
}

/** The visitor's own booking: with a link to pay, or to its page once cash is chosen or a payment is under review. */
function OwnBooking({ bookingId, payUntil, waitsFor, item }: NonNullable<ItemOffer['yours']> & { item: Item }) {
  const { t, date, money } = useTranslator();
  const name = item.productName;
  const until = { date: date(payUntil) };
  const isUnpaid = waitsFor === 'payment';
  return (
    <>
      <Alert tone="info" announce={false}>
        {t(`item.yours.${waitsFor}`, until)}
      </Alert>
      <div className="item-bar item-bar-own product-card-action">
        <small className="item-bar-until" aria-hidden>
          {isUnpaid ? t('item.payUntil', until) : t(waitsFor === 'cash' ? 'orders.cash' : 'orders.review')}
        </small>
        <b className="item-bar-price num" aria-hidden>
          {money(item.resalePrice)}
        </b>
        <div className="item-bar-action">
          <LinkButton
            wide
            size="lg"
            to={`/dashboard/${isUnpaid ? 'payment' : 'myorders'}/${bookingId}`}
            aria-label={isUnpaid ? t('orders.payFor', { name }) : undefined}
          >
            {t(isUnpaid ? 'item.pay' : 'item.toBooking')}
          </LinkButton>
        </div>
      </div>
    </>
  );
}

function WithoutOffer({ id, booked }: { id: string; booked: boolean }) {
  const { t } = useTranslator();
  if (booked)
    return (
      <Button wide size="lg" disabled>
        {t('offers.booked')}
      </Button>
    );
  return <SignInToBook productId={id} size="lg" />;
}

function RetryOffer() {
  const { t } = useTranslator();
  const { revalidate, state } = useRevalidator();
  return (
    <Alert tone="error">
      <p>{t('item.offerFailed')}</p>
      <Button size="sm" look="ghost" pending={state !== 'idle'} onClick={() => revalidate()}>
        {t('common.tryAgain')}
      </Button>
    </Alert>
  );
}
