/** Wishlist: what a buyer keeps an eye on. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, ourId, pageQuery } from '#platform/contract/values.ts';
import { ASKED_AT_ONCE } from './rules.ts';

const wish = z.object({
  _id: ourId,
  itemId: ourId,
  email: z.string(),
  name: z.string(),
  /** What it costs now. */
  price: z.number(),
  /** What it cost when it was saved. */
  savedPrice: z.number(),
  categoryId: ourId,
  image: z.string(),
  /** Somebody has it under a live booking. */
  booked: z.boolean(),
  /** It can no longer be bought. */
  sold: z.boolean(),
  /** It was taken off the store; its page is gone. */
  removed: z.boolean(),
});
export type Wish = z.infer<typeof wish>;

/** Ids with commas between them. */
const ids = z
  .string('error.invalid')
  .max(2000, 'error.invalid')
  .transform((list) => list.split(','))
  .pipe(z.array(id).max(ASKED_AT_ONCE, 'error.invalid'));

export const listWishes = defineCall('GET /wishlist', {
  access: 'buyer',
  summary:
    'What this buyer has saved, newest first, with the price and the state of now; with `itemId`, what is among it of these products: ids with commas between them, at most 24.',
  query: pageQuery.extend({ email, itemId: ids.optional() }),
  reply: z.array(wish),
  paged: true,
});

export const addWish = defineCall('POST /wishlist', {
  access: 'buyer',
  summary: 'Saves a product. Name, price and picture are read from the product itself; adding twice keeps one.',
  body: z.object({
    itemId: id,
    email: z.string().optional(),
    name: z.string().optional(),
    price: z.union([z.number(), z.string()]).optional(),
    categoryId: z.string().optional(),
    image: z.string().optional(),
  }),
  reply: z.object({ acknowledged: z.boolean(), insertedId: ourId, message: z.string() }),
});

export const removeWish = defineCall('DELETE /wishlist/{id}', {
  access: 'buyer',
  summary: 'Takes a saved product back.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
