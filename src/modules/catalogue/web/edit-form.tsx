import './add-product.css';
import { useState } from 'react';
import { Form } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { FormProblem } from '#platform/forms/form-end.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { type Category, type ListingTerms, type MyProduct, newProduct } from '../contract.ts';
import { listedPhotos, refusalsOf } from './photo-list.ts';
import { PhotosGroup } from './photos-group.tsx';
import { type Draft, formValues, textsOf, valuesOf } from './product-draft.ts';
import { MISSING } from './product-form.tsx';
import { ConditionGroup, DetailsGroup, PriceGroup } from './product-form-groups.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SubmitButton } from './submit-button.tsx';
import { usePictures } from './use-pictures.ts';

interface EditFormProps {
  product: MyProduct;
  categories: Category[] | null;
  terms: ListingTerms | null;
  reply: FormReply | undefined;
}

/** The form of Add a Product for a listed product. It keeps no draft. */
export function EditForm({ product, categories, terms, reply }: EditFormProps) {
  const { t, translate } = useTranslator();
  const [values, setValues] = useState<Draft>(() => valuesOf(product));
  const pictures = usePictures(values, listedPhotos(product.photos), refusalsOf(product.photos).map(translate));
  const form = useSchemaForm(newProduct, {
    reply,
    defaultValue: textsOf(valuesOf(product)),
    missing: MISSING,
  });
  const { formProps, field, faults, attempt } = form;
  return (
    <div className="add">
      <Form
        method="post"
        className="add-form"
        onInput={(event) => setValues(formValues(event.currentTarget))}
        {...formProps}
        onSubmit={(event) => (pictures.blocksSubmit() ? event.preventDefault() : formProps.onSubmit(event))}
      >
        <FormProblem form={form} />
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <PhotosGroup field={field} pictures={pictures} />
        <DetailsGroup field={field} categories={categories} />
        <ConditionGroup field={field} />
        <PriceGroup
          field={field}
          values={values}
          terms={terms}
          frozen={product.booked ? String(product.resalePrice) : undefined}
        />
        <SubmitButton sending={pictures.sending} label={t('edit.submit')} pendingLabel={t('edit.pending')} />
      </Form>
      <ProductPreview values={values} cover={pictures.cover} />
    </div>
  );
}
