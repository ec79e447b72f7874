import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { readNumber } from '#platform/contract/typed-input.ts';
import type { useSchemaForm } from '#platform/forms/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { MoneyField, TextField } from '#ui/text-field.tsx';
import type { Category, ListingTerms, newProduct } from '../contract.ts';
import { CASH_CHOICES } from '../listing.rules.ts';
import { QUALITIES, saving } from '../rules.ts';
import type { Draft } from './product-draft.ts';

export type FieldOf = ReturnType<typeof useSchemaForm<typeof newProduct>>['field'];

/** The recommended length; longer descriptions are accepted. */
const DESCRIPTION_GOOD_CHARS = 500;

/** A fieldset of the product form. */
export function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="add-group">
      <legend className="add-legend">{title}</legend>
      {hint && <p className="add-hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** Name, category and description. */
export function DetailsGroup({ field, categories }: { field: FieldOf; categories: Category[] | null }) {
  const { t, number, language } = useTranslator();
  return (
    <Group title={t('add.what')}>
      <TextField label={t('add.productName')} autoComplete="off" {...field('productName')} />
      {categories ? (
        <SelectField
          label={t('form.category')}
          prompt={t('add.chooseCategory')}
          options={categories.map((category) => ({ value: category._id, label: category.names[language] }))}
          {...field('categoryId')}
        />
      ) : (
        <NoCategories />
      )}
      <TextAreaField
        label={t('add.description')}
        note={t('form.optional')}
        hint={t('add.descriptionHint')}
        counter={(length) => t('add.counter', { n: number(length), max: number(DESCRIPTION_GOOD_CHARS) })}
        {...field('description')}
      />
    </Group>
  );
}

function NoCategories() {
  const { t } = useTranslator();
  const { revalidate, state } = useRevalidator();
  return (
    <Alert tone="error">
      {t('add.noCategories')}{' '}
      <Button size="sm" look="quiet" pending={state !== 'idle'} onClick={() => revalidate()}>
        {t('common.tryAgain')}
      </Button>
    </Alert>
  );
}

/** Condition and years of use. */
export function ConditionGroup({ field }: { field: FieldOf }) {
  const { t } = useTranslator();
  const { id, name, error, defaultValue } = field('quality');
  return (
    <Group title={t('add.cond')}>
      <ChoiceCards
        legend={t('add.quality')}
        id={id}
        name={name}
        error={error}
        defaultValue={defaultValue ?? QUALITIES[0]}
        options={QUALITIES.map((quality) => ({
          value: quality,
          label: t(`quality.${quality}`),
          hint: t(`quality.${quality}Hint`),
        }))}
      />
      <TextField
        className="add-short"
        label={t('add.useYear')}
        note={t('form.optional')}
        hint={t('add.useYearHint')}
        inputMode="decimal"
        autoComplete="off"
        {...field('useYear')}
      />
    </Group>
  );
}

interface PriceGroupProps {
  field: FieldOf;
  values: Draft;
  /** The price of a booked product, which cannot change. */
  frozen?: string | undefined;
  /** Null when they did not load. */
  terms: ListingTerms | null;
}

/** Prices, pick-up point, phone and cash. */
export function PriceGroup({ field, values, frozen, terms }: PriceGroupProps) {
  const { t, currency } = useTranslator();
  return (
    <Group title={t('add.pricePick')}>
      <div className="field-row">
        <MoneyField label={t('add.originalPrice')} prefix={currency} autoComplete="off" {...field('originalPrice')} />
        {frozen === undefined ? (
          <MoneyField label={t('add.resalePrice')} prefix={currency} autoComplete="off" {...field('resalePrice')} />
        ) : (
          <FrozenPrice price={frozen} prefix={currency} {...field('resalePrice')} />
        )}
      </div>
      <SavingLine original={values.originalPrice} resale={values.resalePrice} />
      {terms !== null && terms.feePercent > 0 && (
        <p className="add-hint">{t(terms.cash ? 'add.fee.andCash' : 'add.fee', { n: terms.feePercent })}</p>
      )}
      <div className="field-row">
        <TextField
          label={t('add.location')}
          hint={t('add.locationHint')}
          autoComplete="address-level2"
          {...field('location')}
        />
        <TextField
          label={t('add.phone')}
          hint={t('add.phoneHint')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          {...field('phone')}
        />
      </div>
      <CashChoice field={field} isOffered={terms?.cash ?? true} />
    </Group>
  );
}

/** Whether the seller takes cash. Where the store offers none, the form sends the earlier choice. */
function CashChoice({ field, isOffered }: { field: FieldOf; isOffered: boolean }) {
  const { t } = useTranslator();
  const { id, name, error, defaultValue = 'yes' } = field('cash');
  if (!isOffered) return <input type="hidden" name={name} value={defaultValue} />;
  return (
    <ChoiceCards
      legend={t('add.cash')}
      id={id}
      name={name}
      error={error}
      defaultValue={defaultValue}
      options={CASH_CHOICES.map((choice) => ({
        value: choice,
        label: t(`add.cash.${choice}`),
        hint: t(`add.cash.${choice}Hint`),
      }))}
    />
  );
}

/** A disabled field is not sent, so a hidden one sends the price. */
function FrozenPrice({ id, name, price, prefix }: { id: string; name: string; price: string; prefix: string }) {
  const { t } = useTranslator();
  return (
    <>
      <MoneyField label={t('add.resalePrice')} prefix={prefix} locked={t('edit.priceLocked')} id={id} value={price} />
      <input type="hidden" name={name} value={price} />
    </>
  );
}

/** The saving at the typed prices; a hint when the price exceeds the original one. */
function SavingLine({ original = '', resale = '' }: { original: string | undefined; resale: string | undefined }) {
  const { t, money } = useTranslator();
  const [was, is] = [readNumber(original), readNumber(resale)];
  const saved = was > 0 && is > 0 ? saving(was, is) : 0;
  return (
    <div className="add-saving" aria-live="polite">
      {saved > 0 && <p>{t('add.saveLine', { amount: money(saved) })}</p>}
      {is > was && was > 0 && (
        <Alert tone="warning" announce={false}>
          {t('add.priceWarn')}
        </Alert>
      )}
    </div>
  );
}
