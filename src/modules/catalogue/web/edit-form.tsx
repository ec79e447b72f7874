import './add-product.css';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/web/form.tsx';
import { useWords } from '#platform/web/words.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { type Category, type MyProduct, newProduct } from '../contract.ts';
import { type Draft, formValues, valuesOf } from './product-draft.ts';
import { MISSING } from './product-form.tsx';
import { ConditionGroup, PhotosGroup, PriceGroup, WhatGroup } from './product-form-groups.tsx';
import { ProductPreview } from './product-preview.tsx';

interface EditFormProps {
  product: MyProduct;
  categories: Category[] | null;
  reply: FormReply | undefined;
}

/** The form of Add a Product, filled in with a product that is there already. No draft of it is kept. */
export function EditForm({ product, categories, reply }: EditFormProps) {
  const { t } = useWords();
  const [values, setValues] = useState<Draft>(() => valuesOf(product));
  const { formProps, field, problem, alert, faults, attempt } = useSchemaForm(newProduct, {
    reply,
    defaultValue: valuesOf(product),
    missing: MISSING,
  });
  return (
    <div className="add">
      <Form
        method="post"
        className="add-form"
        onInput={(event) => setValues(formValues(event.currentTarget))}
        {...formProps}
      >
        {problem && faults.length === 0 && (
          <Alert tone="error" focusable ref={alert}>
            {problem}
          </Alert>
        )}
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <PhotosGroup field={field} />
        <WhatGroup field={field} categories={categories} />
        <ConditionGroup field={field} />
        <PriceGroup field={field} values={values} frozen={product.booked ? String(product.resalePrice) : undefined} />
        <Button
          type="submit"
          size="lg"
          pending={useNavigation().formMethod === 'POST'}
          pendingLabel={t('edit.pending')}
        >
          {t('edit.submit')}
        </Button>
      </Form>
      <ProductPreview values={values} />
    </div>
  );
}
