import { expect, test } from 'vitest';
import type { Photo } from '#modules/photos/contract.ts';
import {
  faultOfFile,
  type ListedPhoto,
  listedPhotos,
  movedPhoto,
  refusalsOf,
  roomFor,
  uploadedIds,
  uploadedPhotos,
} from './photo-list.ts';

const photos = uploadedPhotos(['a', 'b', 'c']);
const keys = (list: readonly ListedPhoto[]) => list.map(({ key }) => key).join('');

test('a photo moves, and the others keep their order', () => {
  expect(keys(movedPhoto(photos, 'c', 0))).toBe('cab');
  expect(keys(movedPhoto(photos, 'a', 1))).toBe('bac');
  expect(keys(movedPhoto(photos, 'a', 2))).toBe('bca');
  expect(keys(movedPhoto(photos, 'gone', 0))).toBe('abc');
  expect(keys(photos)).toBe('abc');
});

test('a form sends the ids of uploaded photos, in their order', () => {
  const sending: ListedPhoto = { key: 'd', state: 'sending', progress: 0.5 };
  expect(uploadedIds([sending, ...movedPhoto(photos, 'b', 0)])).toEqual(['b', 'a', 'c']);
});

test('eight photos fill a listing', () => {
  const eight = uploadedPhotos(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect(roomFor([])).toBe(8);
  expect(roomFor(eight)).toBe(0);
  expect(roomFor(eight.slice(1))).toBe(1);
  expect(roomFor([...eight, ...photos])).toBe(0);
});

test('a refused photo of a product shows its message, and is not sent again', () => {
  const photos = [
    { _id: 'a', imageURL: '/media/a-800.webp', state: 'ready' },
    { _id: 'b', imageURL: 'https://example.com/b.jpg', state: 'waiting' },
    { _id: 'c', imageURL: 'https://example.com/c.jpg', state: 'refused', message: 'There is no picture there.' },
  ] satisfies Photo[];
  expect(uploadedIds(listedPhotos(photos))).toEqual(['a', 'b']);
  expect(listedPhotos(photos).map(({ src }) => src)).toEqual(['/media/a-800.webp', undefined]);
  expect(refusalsOf(photos)).toEqual(['There is no picture there.']);
});

test('a file of a wrong type or above 10 MB is refused before the upload', () => {
  expect(faultOfFile({ type: 'application/pdf', size: 10 })).toBe('error.photoType');
  expect(faultOfFile({ type: 'image/jpeg', size: 10 * 1024 * 1024 + 1 })).toBe('error.photoTooLarge');
  expect(faultOfFile({ type: 'image/avif', size: 10 * 1024 * 1024 })).toBeUndefined();
  // Some systems know no type for AVIF.
  expect(faultOfFile({ type: '', size: 10 })).toBeUndefined();
});
