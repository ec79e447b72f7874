import { type RefObject, useLayoutEffect, useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey } from '#platform/forms/before-script.tsx';
import { FormProblem } from '#platform/forms/fetcher-form.tsx';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { type Category, type ListingTerms, newProduct } from '../contract.ts';
import { type CarriedFields, fillCarried, takeFields } from './carried-fields.ts';
import { DraftLine } from './draft-line.tsx';
import { uploadedPhotos } from './photo-list.ts';
import { PhotosGroup } from './photos-group.tsx';
import { type Draft, type DraftField, deleteDraft, hasPicture, textsOf } from './product-draft.ts';
import { ConditionGroup, DetailsGroup, PriceGroup } from './product-form-groups.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useDraft } from './use-draft.ts';
import { usePictures } from './use-pictures.ts';

interface ProductFormProps {
  sellerId: string;
  categories: Category[] | null;
  terms: ListingTerms | null;
  draft: Draft;
  isRestored: boolean;
  /** Whether the draft of this device is read. */
  isDraftRead: boolean;
  answer: ActionResult | undefined;
  /** The fields of the form that this one replaces. */
  carried: RefObject<CarriedFields | undefined>;
}

/** The errors of empty fields whose schema has no message for that. */
export const MISSING = {
  originalPrice: 'add.needOriginal',
  resalePrice: 'add.needResale',
  phone: 'error.phoneRequired',
} as const;

/** The form of Add a Product, with a preview of its card. */
export function ProductForm(props: ProductFormProps) {
  const [round, setRound] = useState(0);
  const { revalidate } = useRevalidator();
  const { carried } = props;
  // Both run in the commit that replaces the form, so no input comes between.
  useLayoutEffect(() => {
    fillCarried(carried.current);
    return () => {
      carried.current = takeFields();
    };
  }, [carried]);
  async function startOver() {
    deleteDraft(props.sellerId);
    await revalidate();
    setRound(round + 1);
  }
  return <DraftedForm key={round} {...props} onStartOver={startOver} />;
}

function DraftedForm(props: ProductFormProps & { onStartOver(): void }) {
  const { sellerId, categories, terms, draft, isRestored, isDraftRead, answer, onStartOver } = props;
  const { t } = useTranslator();
  const form = useSchemaForm(newProduct, {
    reply: answer?.refused,
    defaultValue: textsOf(draft),
    missing: MISSING,
  });
  const { formProps, field, faults, attempt } = form;
  const { values, savedAt, onInput, discard } = useDraft(sellerId, draft, isDraftRead);
  const startOver = () => {
    discard();
    onStartOver();
  };
  const pictures = usePictures(draft, uploadedPhotos(draft.photos ?? []));
  return (
    <div className="add">
      <Form
        method="post"
        className="add-form"
        onInput={onInput}
        {...formProps}
        onSubmit={(event) => (pictures.blocksSubmit() ? event.preventDefault() : formProps.onSubmit(event))}
      >
        <input type="hidden" name="key" value={useFormKey(answer)} />
        <DraftLine isRestored={isRestored} savedAt={savedAt} onStartOver={startOver} />
        <FormProblem form={form} />
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <FormProgress values={values} />
        <PhotosGroup field={field} pictures={pictures} />
        <DetailsGroup field={field} categories={categories} />
        <ConditionGroup field={field} />
        <PriceGroup field={field} values={values} terms={terms} />
        <SubmitButton sending={pictures.sending} label={t('add.submit')} pendingLabel={t('add.pending')} />
      </Form>
      <ProductPreview values={values} cover={pictures.cover} />
    </div>
  );
}

const has = (values: Draft, ...fields: DraftField[]) => fields.every((field) => values[field]?.trim());

/** The required fields of each part of the form. The condition has a default, so it counts with the item's name. */
const PARTS: readonly ((values: Draft) => boolean)[] = [
  hasPicture,
  (values) => has(values, 'productName', 'categoryId'),
  (values) => has(values, 'productName', 'quality'),
  (values) => has(values, 'originalPrice', 'resalePrice', 'location', 'phone'),
];

function FormProgress({ values }: { values: Draft }) {
  const { t } = useTranslator();
  const done = PARTS.filter((isDone) => isDone(values)).length;
  return (
    <label className="add-progress">
      <span>{t('add.progress', { done, of: PARTS.length })}</span>
      <progress value={done} max={PARTS.length} />
    </label>
  );
}
