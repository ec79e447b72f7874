import './add-product.css';
import { useEffect } from 'react';
import { redirect } from 'react-router';
import { api, asSignedIn, currentUserAs } from '#platform/web/api-client.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { staleIfOffline } from '#platform/web/offline-cache.ts';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { addProduct, listCategories, newProduct } from '../contract.ts';
import type { Route } from './+types/add-product.ts';
import { forgetDraft, readDraft, rememberPickup } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asSignedIn(request, async () => {
    const user = await currentUserAs('seller');
    // Without the categories the rest of the form can still be filled in.
    const categories = await staleIfOffline('categories', () => api.send(listCategories, {})).catch(() => null);
    return { sellerId: user.id, categories, ...readDraft(user.id) };
  });
}

export async function clientAction({ request }: Route.ClientActionArgs): Promise<FormReply | Response> {
  const form = await request.formData();
  const submission = await readForm(form, newProduct);
  if (submission.status !== 'success') return submission.reply();
  const product = submission.value;
  return asSignedIn(request, async () => {
    try {
      const idempotencyKey = String(form.get('key'));
      const { insertedId } = await api.send(addProduct, { body: product }, { idempotencyKey });
      const user = await currentUser().catch(() => null);
      if (user) {
        forgetDraft(user.id);
        rememberPickup(user.id, product);
      }
      toast.success(pageTranslator().t('add.ok', { name: product.productName }));
      return redirect(`/dashboard/myproduct?new=${insertedId}`);
    } catch (error) {
      return refusedForm(submission, error);
    }
  });
}

export function HydrateFallback() {
  const { t, product } = useTranslator();
  return (
    <>
      <title>{`${t('dash.add')} · ${product}`}</title>
      <div className="page-head">
        <h1 tabIndex={-1}>{t('dash.add')}</h1>
      </div>
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

/** The form could not be got ready; what was being written is kept on this device. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t, product } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <title>{`${t('dash.add')} · ${product}`}</title>
      <ErrorState level={1} title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('add.thing') })} {t('common.safe')}
      </ErrorState>
    </>
  );
}

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  return (
    <>
      <title>{`${t('dash.add')} · ${product}`}</title>
      <div className="page-head">
        <div>
          <h1 tabIndex={-1}>{t('dash.add')}</h1>
          <p>{t('add.lead')}</p>
        </div>
      </div>
      <ProductForm {...loaderData} reply={actionData} />
    </>
  );
}
