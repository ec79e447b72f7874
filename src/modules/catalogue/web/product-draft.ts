import type { MyProduct } from '../contract.ts';

/** A listing that is being written stays on this device, each seller's own, until it is listed or thrown away. */

const FIELDS = [
  'productName',
  'imageURL',
  'categoryId',
  'description',
  'quality',
  'useYear',
  'originalPrice',
  'resalePrice',
  'location',
  'phone',
] as const;
export type DraftField = (typeof FIELDS)[number];
export type Draft = Partial<Record<DraftField, string>>;

const draftKey = (sellerId: string) => `draft.${sellerId}`;
const pickupKey = (sellerId: string) => `pickup.${sellerId}`;

/** What the form starts with; `restored` when something was being written. Where and how to call is known from before. */
export function readDraft(sellerId: string): { draft: Draft; restored: boolean } {
  const pickup = readStored(pickupKey(sellerId));
  const draft = readStored(draftKey(sellerId));
  return { draft: { ...pickup, ...draft }, restored: draft !== null };
}

/** Keeps the draft. False when this device keeps nothing (private windows, a full store). */
export function saveDraft(sellerId: string, draft: Draft): boolean {
  return store(draftKey(sellerId), draft);
}

export function forgetDraft(sellerId: string): void {
  localStorage.removeItem(draftKey(sellerId));
}

/** So that nobody types the same phone and pick-up point twice. */
export function rememberPickup(sellerId: string, { location, phone }: { location: string; phone: string }): void {
  store(pickupKey(sellerId), { location, phone });
}

/** The fields of a form as they stand, files and the rest aside. */
export function formValues(form: HTMLFormElement): Draft {
  const data = new FormData(form);
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = data.get(field);
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}

/** A product that is there already, as it stands in the form. */
export function valuesOf(product: MyProduct): Draft {
  return Object.fromEntries(FIELDS.map((field) => [field, String(product[field])]));
}

function readStored(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    return Object.fromEntries(
      Object.entries(stored).filter(
        ([field, value]) => (FIELDS as readonly string[]).includes(field) && typeof value === 'string',
      ),
    );
  } catch {
    return null;
  }
}

function store(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
