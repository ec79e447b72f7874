import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { MyProduct } from '../contract.ts';
import {
  type Draft,
  deleteDraft,
  hasPicture,
  readDraft,
  saveDraft,
  savePickup,
  sourceOf,
  valuesOf,
} from './product-draft.ts';

const [FIRST, SECOND] = ['0199f3c2-7d1e-7c3a-9a55-0d2f6a1b2c3d', '0199f3c2-7d1e-7c3a-9a55-0d2f6a1b2c3e'];

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => stored.clear());

test('a draft keeps its uploaded photos, in their order, until it is discarded', () => {
  saveDraft('sadia', { productName: 'Pram', source: 'upload', photos: [SECOND, FIRST] });
  expect(readDraft('sadia')).toEqual({
    draft: { productName: 'Pram', source: 'upload', photos: [SECOND, FIRST] },
    isRestored: true,
  });
  expect(readDraft('rumana')).toEqual({ draft: {}, isRestored: false });
  deleteDraft('sadia');
  expect(readDraft('sadia')).toEqual({ draft: {}, isRestored: false });
});

test('invalid fields in the device’s storage are ignored', () => {
  stored.set('draft.sadia', JSON.stringify({ productName: 'Pram', photos: ['../x'], source: 'ftp', key: 'k' }));
  expect(readDraft('sadia').draft).toEqual({ productName: 'Pram' });
  stored.set('draft.sadia', '{');
  expect(readDraft('sadia')).toEqual({ draft: {}, isRestored: false });
});

test('the pick-up point of the last listing is filled in without a draft', () => {
  savePickup('sadia', { location: 'Mirpur', phone: '01712345678' });
  expect(readDraft('sadia')).toEqual({ draft: { location: 'Mirpur', phone: '01712345678' }, isRestored: false });
});

test('a draft has a picture only of the chosen source', () => {
  const both: Draft = { imageURL: 'https://example.com/pram.jpg', photos: [FIRST] };
  expect(sourceOf(both)).toBe('upload');
  expect(hasPicture(both)).toBe(true);
  expect(hasPicture({ ...both, photos: [], source: 'upload' })).toBe(false);
  expect(hasPicture({ ...both, imageURL: ' ', source: 'link' })).toBe(false);
  // Older drafts have a link and no source.
  expect(sourceOf({ imageURL: 'https://example.com/pram.jpg' })).toBe('link');
  expect(sourceOf({})).toBe('upload');
});

test('the form of a listed product starts with its photos, or with its link when it has none', () => {
  const product: MyProduct = {
    _id: FIRST,
    productName: 'Pram',
    imageURL: '/demo/pram-800.webp',
    originalPrice: 12000,
    resalePrice: 6500,
    location: 'Mirpur',
    useYear: 2,
    phone: '01712345678',
    categoryId: FIRST,
    quality: 'Good',
    description: '',
    createdBy: 'sadia@example.com',
    createdAt: '2026-11-21T09:05:00Z',
    advertiseEnable: false,
    booked: false,
    paid: false,
    cash: 'no',
    photos: [],
  };
  expect(valuesOf(product)).toMatchObject({
    source: 'link',
    imageURL: '/demo/pram-800.webp',
    resalePrice: '6500',
    cash: 'no',
  });
  const ready = { _id: SECOND, imageURL: `/media/${SECOND}-800.webp`, state: 'ready' } as const;
  expect(valuesOf({ ...product, imageURL: ready.imageURL, photos: [ready] })).toMatchObject({
    source: 'upload',
    imageURL: '',
    photos: [SECOND],
  });
  const refused = { ...ready, state: 'refused' } as const;
  expect(valuesOf({ ...product, imageURL: 'https://example.com/pram.jpg', photos: [refused] })).toMatchObject({
    source: 'upload',
    imageURL: 'https://example.com/pram.jpg',
    photos: [],
  });
});
