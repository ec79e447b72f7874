/**
 * Photos: what a seller shows of a product. They are sent one at a time, before the product is listed, and named in its
 * listing in the order in which they are shown; the first is its cover.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id } from '#platform/contract/values.ts';
import { PHOTO_BYTES_MAX, PHOTO_STATES, PHOTOS_MAX } from './photos.rules.ts';

/** The field of the multipart form (RFC 7578) that carries the file. */
export const PHOTO_FIELD = 'photo';

export const uploadPhoto = defineCall('POST /photos', {
  access: 'seller',
  summary:
    'Takes one photo (multipart/form-data, field `photo`, at most 10 MB and 50 megapixels; JPEG, PNG, WebP or AVIF by its content). Its sizes are made soon after.',
  upload: { field: PHOTO_FIELD, bytesMax: PHOTO_BYTES_MAX, tooLarge: 'error.photoTooLarge' },
  reply: z.object({ acknowledged: z.boolean(), insertedId: id, imageURL: z.string() }),
});

/** A photo as its seller sees it. `message` says why one was refused. */
export const photo = z.object({
  _id: id,
  imageURL: z.string(),
  state: z.enum(PHOTO_STATES),
  message: z.string().optional(),
});
export type Photo = z.infer<typeof photo>;

/** The photos of a listing, by id, the cover first. */
export const photoIds = z
  .array(z.uuid('error.photo'), 'error.photo')
  .max(PHOTOS_MAX, 'error.photosMax')
  .refine((ids) => new Set(ids).size === ids.length, 'error.photo');
