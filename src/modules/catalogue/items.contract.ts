/**
 * Items: one product, and one seller, on a page of their own. One call has the fields that everybody may see, another those
 * for signed-in people, such as the phone number.
 */
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { id, instant, ourId, pageQuery } from '#platform/contract/values.ts';
import { holdWait, offeredProduct, productCore, productDetails } from './contract.ts';
import { ITEM_STATES } from './rules.ts';

/** A month, `2026-03`, by Dhaka's calendar. */
const month = z.string().regex(/^\d{4}-\d\d$/);

/** A seller as others see them: no surname, no e-mail, no phone. */
const seller = z.object({
  _id: ourId,
  /** The first name. */
  name: z.string(),
  verified: z.boolean(),
  since: month,
  /** The number of sold products, counted up to 1,000. */
  sold: z.number().int(),
});

export const getItem = defineCall('GET /items/{id}', {
  access: 'anyone',
  summary: 'One product, without phone and e-mail. A removed product is 410 (gone).',
  params: z.object({ id }),
  reply: productDetails.omit({ imageURL: true }).extend({
    /** The cover first. Width and height are those of the largest size, where they are known. */
    photos: z.array(
      z.object({ imageURL: z.string(), width: z.number().int().optional(), height: z.number().int().optional() }),
    ),
    /** The category's name in each language of the store. */
    categoryNames: z.object({ en: z.string(), bn: z.string() }),
    state: z.enum(ITEM_STATES),
    /** Absent when the seller's account is deleted. */
    seller: seller.optional(),
  }),
});
export type Item = z.infer<typeof getItem.spec.reply>;

export const getItemOffer = defineCall('GET /items/{id}/offer', {
  access: 'signedIn',
  summary:
    "A product on offer as its category's page has it, with the seller's phone. One that is sold or taken off is 410.",
  params: z.object({ id }),
  reply: offeredProduct.extend({
    /** The caller's own booking while the product is not sold, and its end. */
    yours: z.object({ bookingId: ourId, payUntil: instant, waitsFor: holdWait }).optional(),
  }),
});
export type ItemOffer = z.infer<typeof getItemOffer.spec.reply>;

export const getSeller = defineCall('GET /sellers/{id}', {
  access: 'anyone',
  summary:
    'A seller as others see them: first name, verification, month of registration, and numbers of items on sale and sold, up to 1,000.',
  params: z.object({ id }),
  reply: seller.extend({ onSale: z.number().int() }),
});
export type Seller = z.infer<typeof getSeller.spec.reply>;

export const listSellerProducts = defineCall('GET /sellers/{id}/products', {
  access: 'anyone',
  summary: "A seller's products on sale, newest first, without phone and e-mail.",
  params: z.object({ id }),
  query: pageQuery,
  reply: z.array(productCore.extend({ booked: z.boolean() })),
  paged: true,
});
export type SellersProduct = z.infer<typeof listSellerProducts.spec.reply>[number];
