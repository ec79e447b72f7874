/** Wishlist: the products that a buyer saved. */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { email, id, ourId, pageQuery } from '#platform/contract/values.ts';
import { WISH_QUERY_MAX_PRODUCTS } from './rules.ts';

const wish = z.object({
  _id: ourId,
  itemId: ourId,
  email: z.string(),
  name: z.string(),
  price: z.number(),
  /** The price at the time of saving. */
  savedPrice: z.number(),
  categoryId: ourId,
  image: z.string(),
  /** Whether a booking holds it. */
  booked: z.boolean(),
  /** Whether it can no longer be bought. */
  sold: z.boolean(),
  /** Whether it was removed from the store and has no page. */
  removed: z.boolean(),
});
export type Wish = z.infer<typeof wish>;

const ids = z
  .string('error.invalid')
  .max(2000, 'error.invalid')
  .transform((list) => list.split(','))
  .pipe(z.array(id).max(WISH_QUERY_MAX_PRODUCTS, 'error.invalid'));

export const listWishes = defineCall('GET /wishlist', {
  access: 'buyer',
  summary:
    'The saved products of this buyer, newest first, with current price and state; with `itemId`, only those of these products: ids separated by commas, at most 24.',
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
  summary: 'Removes a saved product.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
