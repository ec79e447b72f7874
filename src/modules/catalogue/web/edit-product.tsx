import { data, redirect } from 'react-router';
import { CallError } from '#platform/contract/call-client.ts';
import { api, asSignedIn, currentUserAs } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { editMyProduct, getMyProduct, listCategories, type MyProduct, newProduct } from '../contract.ts';
import type { Route } from './+types/edit-product.ts';
import { EditError } from './edit-error.tsx';
import { EditForm } from './edit-form.tsx';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asSignedIn(request, async () => {
    await currentUserAs('seller');
    // Without the categories the rest of the form can still be filled in.
    const categories = api.send(listCategories, {}).catch(() => null);
    return { product: await load(params.id), categories: await categories };
  });
}

async function load(id: string): Promise<MyProduct> {
  try {
    return await api.send(getMyProduct, { params: { id } });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

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

function Head() {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('edit.title')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1}>{t('edit.title')}</h1>
        <p>{t('edit.lead')}</p>
      </div>
    </div>
  );
}

export function HydrateFallback() {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      <Loading label={t('common.loading')}>
        <div className="add-waiting">
          {['14rem', '24rem', '18rem', '20rem'].map((height) => (
            <Skeleton key={height} shape="box" height={height} />
          ))}
        </div>
      </Loading>
    </>
  );
}

export default function EditProduct({ loaderData: { product, categories }, actionData }: Route.ComponentProps) {
  if (product.status) return <Sold product={product} />;
  return (
    <>
      <Head />
      <EditForm key={product._id} product={product} categories={categories} reply={actionData} />
    </>
  );
}

function Sold({ product: { productName } }: { product: MyProduct }) {
  const { t, product: store } = useTranslator();
  return (
    <>
      <title>{`${t('edit.title')} · ${store}`}</title>
      <EmptyState
        level={1}
        title={t('edit.soldTitle', { name: productName })}
        picture="/art/cut-horse.svg"
        action={<LinkButton to="/dashboard/myproduct">{t('edit.back')}</LinkButton>}
      >
        {t('edit.sold')}
      </EmptyState>
    </>
  );
}

export function ErrorBoundary(props: Route.ErrorBoundaryProps) {
  return <EditError {...props} />;
}
