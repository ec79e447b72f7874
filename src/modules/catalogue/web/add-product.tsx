import './add-product.css';
import { useRef, useState } from 'react';
import type { CurrentUser } from '#platform/contract/page.ts';
import { type ActionResult, formAction } from '#platform/forms/action-result.ts';
import { authenticatedAction, sendForm, type UserForm } from '#platform/forms/run-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader, hydratingContext } from '#platform/web/authenticated-loader.ts';
import { nullIfOffline } from '#platform/web/offline-cache.ts';
import { currentUser } from '#platform/web/session.ts';
import { addProduct, newProduct } from '../contract.ts';
import type { Route } from './+types/add-product.ts';
import type { CarriedFields } from './carried-fields.ts';
import { loadChoices } from './load-choices.ts';
import { type Draft, deleteDraft, readDraft, savePickup, typedInDocument } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

export const handle = { title: 'dash.add', lead: 'add.lead', thing: 'add.thing', hasDraft: true } as const;

interface FirstValues {
  draft: Draft;
  isRestored: boolean;
  /** Whether the draft of this device is read. */
  isDraftRead: boolean;
}

/** The account's phone and pick-up point. An empty one leaves those of the last listing. */
function usualFieldsOf({ phone, pickup }: CurrentUser): Draft {
  return { ...(phone && { phone }), ...(pickup && { location: pickup }) };
}

export const loader = authenticatedLoader(async ({ api, user }) => ({
  sellerId: user.id,
  ...(await loadChoices(api)),
  draft: usualFieldsOf(user),
  isRestored: false,
  isDraftRead: false,
}));

/** Adds the draft that this device keeps, and the fields that were filled in before this script ran. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const loaded = await cachedClientLoader<Route.ClientLoaderArgs>()(args).catch(nullIfOffline);
  const sellerId = loaded?.sellerId ?? (await currentUser())?.id ?? '';
  const { draft, isRestored } = readDraft(sellerId, loaded?.draft ?? {});
  const typed = args.context.get(hydratingContext) ? typedInDocument() : {};
  return {
    sellerId,
    categories: loaded?.categories ?? null,
    terms: loaded?.terms ?? null,
    draft: { ...draft, ...typed },
    isRestored,
    isDraftRead: true,
  };
}
clientLoader.hydrate = true as const;

function add({ api, form, t }: UserForm): Promise<ActionResult> {
  return sendForm(form, newProduct, async (body) => {
    const { insertedId } = await api.send(addProduct, { body });
    const message = t('add.ok', { name: body.productName });
    return { done: true, message, to: `/dashboard/myproduct?new=${insertedId}` };
  });
}

export const action = authenticatedAction(add);

/** A listed product leaves no draft on the device; its phone and pick-up point are kept for the next one. */
export async function clientAction(args: Route.ClientActionArgs) {
  const sent = args.request.clone();
  const result = await formAction<Route.ClientActionArgs>()(args);
  const user = result instanceof Response ? await currentUser().catch(() => null) : null;
  if (user) {
    const { location = '', phone = '' } = Object.fromEntries(await sent.formData()) as Record<string, string>;
    deleteDraft(user.id);
    savePickup(user.id, { location, phone });
  }
  return result;
}

export default function AddProduct({ loaderData, actionData }: Route.ComponentProps) {
  const carried = useRef<CarriedFields>(undefined);
  return (
    <>
      <PageHead texts={handle} />
      <ProductForm key={useFormOf(loaderData)} {...loaderData} answer={actionData} carried={carried} />
    </>
  );
}

/** Returns the React key of the form. It changes once, when the device's draft differs from the server's fields. */
function useFormOf({ draft, isRestored, isDraftRead }: FirstValues): string {
  const [document] = useState(draft);
  const [key, setKey] = useState(isDraftRead ? 'device' : undefined);
  if (!isDraftRead || key) return key ?? 'document';
  const nextKey = isRestored || JSON.stringify(draft) !== JSON.stringify(document) ? 'device' : 'document';
  setKey(nextKey);
  return nextKey;
}
