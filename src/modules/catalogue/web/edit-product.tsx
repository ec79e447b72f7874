import { data } from 'react-router';
import { nullIfMissing } from '#platform/contract/call-client.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { editMyProduct, getMyProduct, newProduct } from '../contract.ts';
import type { Route } from './+types/edit-product.ts';
import { EditForm } from './edit-form.tsx';
import { loadChoices } from './load-choices.ts';

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
export const clientAction = formAction<Route.ClientActionArgs>();

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
