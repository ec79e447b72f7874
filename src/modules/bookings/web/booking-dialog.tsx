import './booking-dialog.css';
import { CircleCheck, UserRound } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import type { CurrentUser } from '#platform/contract/page.ts';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { QualityChip } from '#ui/chip.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { TextField } from '#ui/text-field.tsx';
import { bookingDialog } from '../contract.ts';
import { choosesOwnPoint } from '../rules.ts';
import { deleteDraft, fieldsOf, readDraft, saveDraft, saveLastBooking } from './booking-draft.ts';
import { PointChoice } from './point-choice.tsx';

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
  buyer: CurrentUser;
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
      onDiscard={() => deleteDraft(buyer.id)}
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
          <BookingTerms />
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

/** The cost, and the people who see the phone number: in the side, or below the fields of a dialog without one. */
function BookingTerms() {
  const { t } = useTranslator();
  return (
    <ul className="booking-promises">
      {[t('book.free'), t('book.private')].map((promise) => (
        <li key={promise}>
          <CircleCheck aria-hidden />
          <span>{promise}</span>
        </li>
      ))}
    </ul>
  );
}

/** The dialog's form. */
function BookingFields(props: { itemId: string; sellerPoint: string; buyer: CurrentUser; onBooked(): void }) {
  const { itemId, sellerPoint, buyer, onBooked } = props;
  const { t } = useTranslator();
  const element = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => readDraft(buyer));
  const form = useFetcherForm(bookingDialog, {
    own: { itemId },
    defaultValue: draft,
    onDone() {
      if (element.current) saveLastBooking(buyer.id, fieldsOf(element.current));
      onBooked();
    },
  });
  const [isOther, setOther] = useState(() => {
    const sent = form.refused?.initialValue;
    return sent ? choosesOwnPoint(sent) : draft.point === 'other';
  });

  return (
    <form.Form
      ref={element}
      method="post"
      onInput={(event) => saveDraft(buyer.id, event.currentTarget)}
      {...form.formProps}
      className="booking-form"
    >
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <input type="hidden" name="intent" value="book" />
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="key" value={form.key} />
      <TextField
        {...form.field('phone')}
        label={t('book.phone')}
        hint={t('book.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={40}
      />
      <PointChoice sellerPoint={sellerPoint} field={form.field('location')} isOther={isOther} onChoose={setOther} />
      <BookingAs buyer={buyer} />
      <BookingTerms />
      <FormFooter form={form} pendingLabel={t('book.pending')}>
        {t('book.submit')}
      </FormFooter>
    </form.Form>
  );
}

/** The buyer's name and e-mail as one line of text. They are disabled controls: the server takes its own. */
function BookingAs({ buyer: { name, email } }: { buyer: Pick<CurrentUser, 'name' | 'email'> }) {
  const { t } = useTranslator();
  return (
    <div className="booking-as">
      <span className="booking-as-name">
        <UserRound className="icon" aria-hidden />
        <span>{t('book.as')}</span>
        <label>
          <span className="sr">{t('form.name')}</span>
          <input name="userName" defaultValue={name} size={name.length} disabled />
        </label>
      </span>
      <label>
        <span className="sr">{t('form.email')}</span>
        <input name="email" type="email" defaultValue={email} size={email.length} disabled />
      </label>
    </div>
  );
}
