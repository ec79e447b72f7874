import { photoIds } from '#modules/photos/contract.ts';
import type { MyProduct } from '../contract.ts';
import { keptIds, listedPhotos } from './photo-list.ts';

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

/** Photos are sent from the device, or a picture lies on the web: what was given in one way waits while the other is chosen. */
const PICTURE_SOURCES = ['upload', 'link'] as const;
export type PictureSource = (typeof PICTURE_SOURCES)[number];

export interface Draft extends Partial<Record<DraftField, string>> {
  source?: PictureSource;
  /** The photos that the server keeps already, by id, the cover first. */
  photos?: string[];
}

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

/** How the picture is given; who never chose pasted a link if there is one, and no photo. */
export function sourceOf({ source, imageURL, photos = [] }: Draft): PictureSource {
  return source ?? (imageURL && photos.length === 0 ? 'link' : 'upload');
}

/** Whether there is a picture, in the way that is chosen. */
export function hasPicture(draft: Draft): boolean {
  return sourceOf(draft) === 'link' ? Boolean(draft.imageURL?.trim()) : (draft.photos ?? []).length > 0;
}

/** The typed fields alone, for the form to start with. */
export function textsOf({ source: _, photos: __, ...texts }: Draft): Partial<Record<DraftField, string>> {
  return texts;
}

/** The form as it stands. What was given in the way that is not chosen is not sent, but kept here. */
export function formValues(form: HTMLFormElement): Draft {
  const data = new FormData(form);
  const [imageURL] = unsentToo(form, 'imageURL');
  return readFields({
    ...Object.fromEntries(data),
    ...(imageURL === undefined ? {} : { imageURL }),
    photos: unsentToo(form, 'photos'),
  });
}

function unsentToo(form: HTMLFormElement, name: string): string[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].map(({ value }) => value);
}

/** A product that is there already, as it stands in the form. */
export function valuesOf(product: MyProduct): Draft {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, String(product[field])]));
  if (product.photos.length === 0) return { ...texts, source: 'link' };
  // The address of a photo is nobody's to type.
  const imageURL = /^https?:/.test(product.imageURL) ? product.imageURL : '';
  return { ...texts, imageURL, source: 'upload', photos: keptIds(listedPhotos(product.photos)) };
}

function readStored(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? readFields(stored) : null;
  } catch {
    return null;
  }
}

/** Takes what is a draft's, and in its shape. */
function readFields(values: object): Draft {
  const { photos, source } = values as Record<string, unknown>;
  const chosen = PICTURE_SOURCES.find((one) => one === source);
  const ids = photoIds.safeParse(photos).data;
  const texts = Object.entries(values).filter(
    ([field, value]) => (FIELDS as readonly string[]).includes(field) && typeof value === 'string',
  );
  return { ...Object.fromEntries(texts), ...(chosen && { source: chosen }), ...(ids && { photos: ids }) };
}

function store(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
