import './add-product.css';
import { redirect } from 'react-router';
import { api, asSignedIn } from '#platform/web/api-client.ts';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { type FormReply, readForm, refusedForm } from '#platform/web/form.tsx';
import { nullIfOffline } from '#platform/web/offline-cache.ts';
import { PageHead } from '#platform/web/page-head.tsx';
import { pageTranslator } from '#platform/web/page-translator.ts';
import { currentUser } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { addProduct, listCategories, newProduct } from '../contract.ts';
import type { Route } from './+types/add-product.ts';
import { forgetDraft, readDraft, rememberPickup } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

export const handle = { title: 'dash.add', lead: 'add.lead', thing: 'add.thing', hasDraft: true } as const;

/** Without the categories, the rest of the form can still be filled in. */
export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, async ({ api, user }) => ({
    sellerId: user.id,
    categories: await api.send(listCategories, {}).catch(() => null),
  }));
}

/** Adds the draft that this device keeps. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const loaded = await cachedClientLoader(args).catch(nullIfOffline);
  const sellerId = loaded?.sellerId ?? (await currentUser())?.id ?? '';
  return { sellerId, categories: loaded?.categories ?? null, ...readDraft(sellerId) };
}
clientLoader.hydrate = true as const;

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
  const { t } = useTranslator();
  return (
    <>
      <PageHead texts={{ title: handle.title, thing: handle.thing }} />
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

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead texts={handle} />
      <ProductForm {...loaderData} reply={actionData} />
    </>
  );
}
