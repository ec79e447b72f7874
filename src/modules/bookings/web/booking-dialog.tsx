import './booking-dialog.css';
import { CircleCheck } from 'lucide-react';
import type { RefObject } from 'react';
import type { Visitor } from '#platform/contract/page.ts';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { forgetTyped } from './booking-draft.ts';
import { BookingFields } from './booking-fields.tsx';

export interface Bookable {
  _id: string;
  productName: string;
  imageURL: string;
  location: string;
  quality: 'Excellent' | 'Good' | 'Fair';
  originalPrice: number;
  resalePrice: number;
}

/** Asks for a phone number and a pick-up point, and books. Its form goes to the action of the page around it. */
export function BookingDialog(props: {
  open: boolean;
  product: Bookable;
  buyer: Visitor;
  onClose(): void;
  /** How the dialog's URL was opened. */
  addressed: 'from-here' | 'directly';
  /** Called when the product is booked and the page's list is loaded again. */
  onBooked(): void;
  /** Takes the focus when the button that opened the dialog is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const { open, product, buyer, onClose } = props;
  const { t, money } = useTranslator();
  const { originalPrice, resalePrice } = product;
  const saved = originalPrice - resalePrice;
  const original = saved > 0 ? money(originalPrice) : undefined;
  return (
    <PageDialog
      param="book"
      open={open}
      onClose={onClose}
      title={product.productName}
      srDescription={t('book.described', { name: buyer.name, email: buyer.email })}
      discard
      onDiscard={() => forgetTyped(buyer.id)}
      addressed={props.addressed}
      finalFocus={props.finalFocus}
      side={
        <>
          <QualityChip quality={product.quality}>{t(`quality.${product.quality}`)}</QualityChip>
          {/* On phones the side is the head, which stays while the fields scroll and shows the name and the price. */}
          <div className="booking-head" aria-hidden>
            <b>{product.productName}</b>
            <Price current={money(resalePrice)} original={original} />
          </div>
          <Picture className="booking-picture" src={product.imageURL} alt="" sizes="(min-width: 768px) 272px, 76px" />
          <ul>
            {[t('book.free'), t('book.private')].map((promise) => (
              <li key={promise}>
                <CircleCheck aria-hidden />
                <span>{promise}</span>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <Price
        size="lg"
        current={money(resalePrice)}
        original={original}
        originalLabel={t('products.original')}
        saving={saved >= 1 ? t('products.save', { amount: money(saved) }) : undefined}
      />
      <BookingFields
        key={product._id}
        itemId={product._id}
        sellerPoint={product.location}
        buyer={buyer}
        onBooked={props.onBooked}
      />
    </PageDialog>
  );
}
