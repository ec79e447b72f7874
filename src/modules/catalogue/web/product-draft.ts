import { photoIds } from '#modules/photos/contract.ts';
import { type MyProduct, newProduct } from '../contract.ts';
import { listedPhotos, uploadedIds } from './photo-list.ts';

/** The draft of a listing, kept on this device by seller until it is listed or discarded. */

export type DraftField = Exclude<keyof typeof newProduct.shape, 'photos'>;
const { photos: _, ...FIELD_SHAPES } = newProduct.shape;
const FIELDS = Object.keys(FIELD_SHAPES) as DraftField[];

/** A picture is uploaded or linked. The draft keeps both, whichever is chosen. */
const PICTURE_SOURCES = ['upload', 'link'] as const;
export type PictureSource = (typeof PICTURE_SOURCES)[number];

export interface Draft extends Partial<Record<DraftField, string>> {
  source?: PictureSource;
  /** The ids of the uploaded photos, the cover first. */
  photos?: string[];
}

const draftKey = (sellerId: string) => `draft.${sellerId}`;
const pickupKey = (sellerId: string) => `pickup.${sellerId}`;

/** Returns the initial fields: of the draft, of the account and of the last listing. `isRestored`: there was a draft. */
export function readDraft(sellerId: string, usualFields: Draft = {}): { draft: Draft; isRestored: boolean } {
  const pickup = readStored(pickupKey(sellerId));
  const draft = readStored(draftKey(sellerId));
  return { draft: { ...pickup, ...usualFields, ...draft }, isRestored: draft !== null };
}

/** Saves the draft. Returns false when the device cannot (a private window, full storage). */
export function saveDraft(sellerId: string, draft: Draft): boolean {
  return store(draftKey(sellerId), draft);
}

/** Deletes the draft of a seller on this device. */
export function deleteDraft(sellerId: string): void {
  localStorage.removeItem(draftKey(sellerId));
}

/** Keeps the phone and pick-up point for the next listing. */
export function savePickup(sellerId: string, { location, phone }: { location: string; phone: string }): void {
  store(pickupKey(sellerId), { location, phone });
}

/** Returns how the picture is given; without a choice, by link if there is a link and no photo. */
export function sourceOf({ source, imageURL, photos = [] }: Draft): PictureSource {
  return source ?? (imageURL && photos.length === 0 ? 'link' : 'upload');
}

/** Whether there is a picture of the chosen kind. */
export function hasPicture(draft: Draft): boolean {
  return sourceOf(draft) === 'link' ? Boolean(draft.imageURL?.trim()) : (draft.photos ?? []).length > 0;
}

/** Returns the text fields, for the form's initial values. */
export function textsOf({ source: _, photos: __, ...texts }: Draft): Partial<Record<DraftField, string>> {
  return texts;
}

/** Returns the form's current fields, with the picture of the other kind, which the form does not send. */
export function formValues(form: HTMLFormElement): Draft {
  const data = new FormData(form);
  const [imageURL] = inputValues(form, 'imageURL');
  return readFields({
    ...Object.fromEntries(data),
    ...(imageURL === undefined ? {} : { imageURL }),
    photos: inputValues(form, 'photos'),
  });
}

/** Returns the text fields of the document's form that were filled in before the page's script ran. */
export function typedInDocument(): Draft {
  const form = document.querySelector<HTMLFormElement>('.add-form');
  if (!form) return {};
  // The document has chosen a quality, a source and cash itself.
  const { quality: _, source: __, photos: ___, cash: ____, ...texts } = formValues(form);
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value));
}

function inputValues(form: HTMLFormElement, name: string): string[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].map(({ value }) => value);
}

/** Returns a listed product as the form's fields. */
export function valuesOf(product: MyProduct): Draft {
  const texts = Object.fromEntries(FIELDS.map((field) => [field, String(product[field] ?? '')]));
  if (product.photos.length === 0) return { ...texts, source: 'link' };
  // The address of an uploaded photo is not a link to edit.
  const imageURL = /^https?:/.test(product.imageURL) ? product.imageURL : '';
  return { ...texts, imageURL, source: 'upload', photos: uploadedIds(listedPhotos(product.photos)) };
}

function readStored(key: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? readFields(stored) : null;
  } catch {
    return null;
  }
}

/** Reads a stored draft. Ignores fields of other types. */
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
