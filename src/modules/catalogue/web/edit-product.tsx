import { data, redirect } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { api, asSignedIn } from '#platform/web/api-client.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { PageHead } from '#platform/web/page-head.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { toast } from '#ui/toast.tsx';
import { editMyProduct, getMyProduct, listCategories, newProduct } from '../contract.ts';
import type { Route } from './+types/edit-product.ts';
import { EditForm } from './edit-form.tsx';

export const handle = { title: 'edit.title', lead: 'edit.lead', thing: 'edit.thing' } as const;

/** The product is null, with the status 404, when the seller has none with this id. */
export async function loader(args: Route.LoaderArgs) {
  const loaded = await authenticatedLoader(args, async ({ api }) => {
    const [product, categories] = await Promise.all([
      api.send(getMyProduct, { params: { id: args.params.id } }).catch(nullIfMissing),
      // Without the categories, the rest of the form can still be filled in.
      api.send(listCategories, {}).catch(() => null),
    ]);
    return { product, categories };
  });
  return data(loaded, { status: loaded.product ? 200 : 404 });
}

function nullIfMissing(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<FormReply | Response> {
  const submission = await readForm(await request.formData(), newProduct);
  if (submission.status !== 'success') return submission.reply();
  const product = submission.value;
  return asSignedIn(request, async () => {
    try {
      await api.send(editMyProduct, { params, body: product });
      toast.success(pageTranslator().t('edit.ok', { name: product.productName }));
      return redirect(`/dashboard/myproduct?new=${params.id}`);
    } catch (error) {
      return refusedForm(submission, error);
    }
  });
}

export default function EditProduct({ loaderData: { product, categories }, actionData }: Route.ComponentProps) {
  const { t } = useTranslator();
  if (!product) return <NotEditable title={t('edit.missingTitle')}>{t('edit.missingBody')}</NotEditable>;
  if (product.status)
    return <NotEditable title={t('edit.soldTitle', { name: product.productName })}>{t('edit.sold')}</NotEditable>;
  return (
    <>
      <PageHead texts={handle} />
      <EditForm key={product._id} product={product} categories={categories} reply={actionData} />
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
