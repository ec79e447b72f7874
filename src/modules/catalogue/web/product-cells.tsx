import { Check, Megaphone, Pencil, Tag, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFetcher } from 'react-router';
import { formatDeadline } from '#i18n/deadline-format.ts';
import { FormButton, OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Button, LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { MyProduct } from '../contract.ts';
import { mayAdvertise, mayEdit, maySell, mayUnsell } from '../listing.rules.ts';
import type { ChangeForm, ProductChange } from './change-product.ts';

type ButtonProps = Omit<ComponentProps<typeof Button>, 'name' | 'value'>;

/** A button that makes a change without a question. */
function ChangeButton({ product, change, ...button }: ButtonProps & { product: MyProduct; change: ProductChange }) {
  const { submit, state } = useFetcher();
  const { _id: id, productName: name } = product;
  return (
    <FormButton
      {...button}
      fields={{ change, id, name } satisfies ChangeForm}
      send={(fields) => submit(fields, { method: 'post' })}
      size="sm"
      pending={state !== 'idle'}
    />
  );
}

const stateOf = (product: MyProduct) => ({ status: product.status ? 'sold' : 'unsold', paid: product.paid }) as const;

/** UNSOLD is a button. Booked and SOLD are chips, with a button to change that unless the product was paid for here. */
export function StatusCell({ product, selling }: { product: MyProduct; selling: RowAction<MyProduct> }) {
  const { t, language } = useTranslator();
  const { productName: name, bookedBy, bookedUntil, waitsFor } = product;
  if (bookedBy && bookedUntil)
    return (
      <span className="mine-status">
        <Chip tone="wait">{t('mine.booked')}</Chip>
        <small className="mine-booked">
          {waitsFor === 'review'
            ? t('mine.reviewedBy', { name: bookedBy })
            : t('mine.bookedBy', { name: bookedBy, date: formatDeadline(language, bookedUntil) })}
        </small>
        {waitsFor !== 'review' && (
          <OpenerButton {...selling.opener(product)} size="sm" look="quiet" aria-label={t('mine.sellName', { name })}>
            {t('mine.sell')}
          </OpenerButton>
        )}
      </span>
    );
  if (maySell(stateOf(product)))
    return (
      <OpenerButton
        {...selling.opener(product)}
        size="sm"
        look="ghost"
        className="mine-cell mine-unsold"
        icon={<Tag className="icon" aria-hidden />}
        aria-label={t('act.markSold', { name })}
      >
        {t('status.UNSOLD')}
      </OpenerButton>
    );
  return (
    <span className="mine-cell mine-status">
      <Chip tone="ok" icon={<Check className="icon" aria-hidden />}>
        {t('status.SOLD')}
      </Chip>
      {mayUnsell(stateOf(product)) && (
        <ChangeButton product={product} change="unsell" look="quiet" aria-label={t('mine.unsellName', { name })}>
          {t('mine.unsell')}
        </ChangeButton>
      )}
    </span>
  );
}

/** The link that edits a product, and the button that deletes it. */
export function ActionCell({ product, deleting }: { product: MyProduct; deleting: RowAction<MyProduct> }) {
  const { t } = useTranslator();
  const { _id: id, productName: name } = product;
  return (
    <span className="mine-cell mine-action">
      {mayEdit(stateOf(product)) && (
        <LinkButton
          size="sm"
          look="quiet"
          to={`/dashboard/myproduct/${id}/edit`}
          icon={<Pencil className="icon" aria-hidden />}
          aria-label={t('edit.actionName', { name })}
        >
          {t('edit.action')}
        </LinkButton>
      )}
      <OpenerButton
        {...deleting.opener(product)}
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('mine.deleteName', { name })}
      >
        {t('act.delete')}
      </OpenerButton>
    </span>
  );
}

/**
 * Whether the product is advertised. The home page shows the newest of these. One button for both, so that it keeps the
 * focus.
 */
export function AdvertiseCell({ product }: { product: MyProduct }) {
  const { t } = useTranslator();
  const isOn = product.advertiseEnable;
  const { productName: name } = product;
  if (!mayAdvertise(stateOf(product))) return <span className="mine-note">{t('mine.notForSold')}</span>;
  return (
    <span className="mine-cell mine-advertise">
      {isOn && (
        <span className="mine-on">
          <Check className="mine-tick" aria-hidden />
          {t('act.advertised')}
        </span>
      )}
      <ChangeButton
        product={product}
        change={isOn ? 'unadvertise' : 'advertise'}
        look={isOn ? 'quiet' : 'gada'}
        icon={isOn ? undefined : <Megaphone className="icon" aria-hidden />}
        aria-label={t(isOn ? 'mine.unadvertiseName' : 'mine.advertiseName', { name })}
      >
        {t(isOn ? 'mine.unadvertise' : 'act.advertise')}
      </ChangeButton>
    </span>
  );
}
