/**
 * Photos: pictures of products. A seller uploads each photo before listing the product, and the listing names the photos in
 * display order; the first is the cover.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id } from '#platform/contract/values.ts';
import { PHOTO_MAX_BYTES, PHOTO_STATES, PHOTOS_MAX } from './rules.ts';

/** The field of the multipart form (RFC 7578) that carries the file. */
export const PHOTO_FIELD = 'photo';

export const uploadPhoto = defineCall('POST /photos', {
  access: 'seller',
  summary:
    'Takes one photo (multipart/form-data, field `photo`, at most 10 MB and 50 megapixels; JPEG, PNG, WebP or AVIF by its content). Its sizes are made soon after.',
  upload: { field: PHOTO_FIELD, bytesMax: PHOTO_MAX_BYTES, tooLarge: 'error.photoTooLarge' },
  reply: z.object({ acknowledged: z.boolean(), insertedId: id, imageURL: z.string() }),
});

export const uploadPrivatePhoto = defineCall('POST /private-photos', {
  access: 'signedIn',
  summary: 'Takes one photo like POST /photos. It is shown in a dispute only, to buyer, seller and admins.',
  upload: { field: PHOTO_FIELD, bytesMax: PHOTO_MAX_BYTES, tooLarge: 'error.photoTooLarge' },
  reply: z.object({ acknowledged: z.boolean(), insertedId: id }),
});

/** A photo as its seller sees it. `message` says why it was refused. */
export const photo = z.object({
  _id: id,
  imageURL: z.string(),
  state: z.enum(PHOTO_STATES),
  message: z.string().optional(),
});
export type Photo = z.infer<typeof photo>;

/** The ids of a listing's photos, the cover first. */
export const photoIds = z
  .array(z.uuid('error.photo'), 'error.photo')
  .max(PHOTOS_MAX, 'error.photosMax')
  .refine((ids) => new Set(ids).size === ids.length, 'error.photo');
