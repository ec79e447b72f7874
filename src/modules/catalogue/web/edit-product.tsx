import { data, Form } from 'react-router';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import {
  type Category,
  editMyProduct,
  getMyProduct,
  type ListingTerms,
  type MyProduct,
  newProduct,
} from '../contract.ts';
import type { Route } from './+types/edit-product.ts';
import { loadChoices } from './load-choices.ts';
import './add-product.css';
import { useEffect, useState } from 'react';
import { FormProblem } from '#platform/forms/fetcher-form.tsx';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { dropKeptFields, keepFields, restoreFields } from '#platform/forms/kept-fields.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { listedPhotos, refusalsOf } from './photo-list.ts';
import { PhotosGroup } from './photos-group.tsx';
import { type Draft, formValues, textsOf, valuesOf } from './product-draft.ts';
import { MISSING } from './product-form.tsx';
import { ConditionGroup, DetailsGroup, PriceGroup } from './product-form-groups.tsx';
import { ProductPreview } from './product-preview.tsx';
import { SubmitButton } from './submit-button.tsx';
import { usePictures } from './use-pictures.ts';

export const handle = { title: 'edit.title', lead: 'edit.lead', thing: 'edit.thing' } as const;

/** The product is null, with the status 404, when the seller has none with this id. */
export const loader = authenticatedLoader(async ({ api, params }: UserRequest<Route.LoaderArgs['params']>) => {
  const [product, choices] = await Promise.all([
    api.send(getMyProduct, { params }).catch(nullIfMissing),
    loadChoices(api),
  ]);
  return data({ product, ...choices }, { status: product ? 200 : 404 });
});

export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(({ api, form, params, t }: UserForm<Route.ActionArgs['params']>) =>
  sendForm(form, newProduct, async (body): Promise<ActionResult> => {
    await api.send(editMyProduct, { params, body });
    const message = t('edit.ok', { name: body.productName });
    return { done: true, message, to: `/dashboard/myproduct?new=${params.id}` };
  }),
);
const send = formAction<Route.ClientActionArgs>();

/** Keeps the fields when an ended session redirects to the login, because that redirect is thrown. */
export async function clientAction(args: Route.ClientActionArgs) {
  keepFields();
  const answer = await send(args);
  dropKeptFields();
  return answer;
}

export default function EditProduct({ loaderData: { product, categories, terms }, actionData }: Route.ComponentProps) {
  const { t } = useTranslator();
  if (!product) return <NotEditable title={t('edit.missingTitle')}>{t('edit.missingBody')}</NotEditable>;
  if (product.status)
    return <NotEditable title={t('edit.soldTitle', { name: product.productName })}>{t('edit.sold')}</NotEditable>;
  return (
    <>
      <PageHead texts={handle} />
      <EditForm key={product._id} product={product} categories={categories} terms={terms} reply={actionData?.refused} />
    </>
  );
}

function NotEditable({ title, children }: { title: string; children: string }) {
  const { t, product: store } = useTranslator();
  return (
    <>
      <title>{`${t('edit.title')} · ${store}`}</title>
      <EmptyState
        level={1}
        title={title}
        picture="/art/cut-horse.svg"
        action={<LinkButton to="/dashboard/myproduct">{t('edit.back')}</LinkButton>}
      >
        {children}
      </EmptyState>
    </>
  );
}

interface EditFormProps {
  product: MyProduct;
  categories: Category[] | null;
  terms: ListingTerms | null;
  reply: FormReply | undefined;
}

/**
 * The form of Add a Product for a listed product. It keeps no draft, only the fields that an ended session did not
 * save.
 */
function EditForm({ product, categories, terms, reply }: EditFormProps) {
  const { t, translate } = useTranslator();
  const [values, setValues] = useState<Draft>(() => valuesOf(product));
  const pictures = usePictures(values, listedPhotos(product.photos), refusalsOf(product.photos).map(translate));
  const form = useSchemaForm(newProduct, {
    reply,
    defaultValue: textsOf(valuesOf(product)),
    missing: MISSING,
  });
  const { formProps, field, faults, attempt } = form;
  useEffect(restoreFields, []);
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
