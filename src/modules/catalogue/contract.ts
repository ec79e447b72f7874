/**
 * Catalogue: the products on offer. Categories, and the products that sellers list: their condition and price, whether
 * they are sold and advertised on the home page.
 */
import { z } from 'zod';
import { photo, photoIds } from '#modules/photos/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import {
  email,
  id,
  instant,
  line,
  optionalText,
  ourId,
  pageQuery,
  phone,
  place,
  price,
  years,
} from '#platform/contract/values.ts';
import { CASH_CHOICES, OWN_STATES } from './listing.rules.ts';
import { QUALITIES, STATUS_SOLD } from './rules.ts';

const tk = z.number();
const quality = z.enum(QUALITIES, 'error.quality');

export const listCategories = defineCall('GET /categories', {
  access: 'anyone',
  summary:
    'The categories, each with its names, its picture, its pastel tone and how many products are on offer, counted up to 1,000.',
  reply: z.array(
    z.object({
      _id: ourId,
      categoryName: z.string(),
      /** The name in each language of the store. */
      names: z.object({ en: z.string(), bn: z.string() }),
      photo: z.string(),
      tone: z.string(),
      count: z.number().int(),
    }),
  ),
});
export type Category = z.infer<typeof listCategories.spec.reply>[number];

/** The fields of a product in every list and on every page. Other shapes extend it. */
export const productCore = z.object({
  _id: ourId,
  productName: z.string(),
  imageURL: z.string(),
  quality,
  originalPrice: tk,
  resalePrice: tk,
  location: z.string(),
  createdAt: instant,
});
export type ProductCore = z.infer<typeof productCore>;

export const listAdvertised = defineCall('GET /products/advertise', {
  access: 'anyone',
  summary: 'Advertised products that can be booked now, newest first, at most one page (24). Without phone and e-mail.',
  reply: z.array(
    productCore.extend({
      categoryId: ourId,
      sellerName: z.string(),
      verified: z.boolean(),
    }),
  ),
});
export type AdvertisedProduct = z.infer<typeof listAdvertised.spec.reply>[number];

/** The fields of a product that everybody sees on its page. */
export const productDetails = productCore.extend({
  useYear: z.number(),
  categoryId: ourId,
  description: z.string(),
});
export type ProductDetails = z.infer<typeof productDetails>;

const product = productDetails.extend({
  phone: z.string(),
  createdBy: z.string(),
  status: z.literal(STATUS_SOLD).optional(),
  advertiseEnable: z.boolean(),
});

/** A product in the file that a seller downloads of their data. */
export const listingData = z.object({
  id: ourId,
  name: z.string(),
  description: z.string(),
  category: z.string(),
  image: z.string(),
  originalPrice: tk,
  price: tk,
  quality: z.string(),
  yearsUsed: z.number(),
  pickupPoint: z.string(),
  phone: z.string(),
  cash: z.boolean(),
  state: z.string(),
  advertised: z.boolean(),
  listedAt: instant,
  soldAt: instant.nullable(),
});
export type ListingData = z.infer<typeof listingData>;

/** A product as buyers see it. */
export const offeredProduct = product.extend({
  sellerId: ourId,
  sellerName: z.string(),
  booked: z.boolean(),
  user_info: z.array(z.object({ verify: z.literal('Verified').optional() })).length(1),
});
export type OfferedProduct = z.infer<typeof offeredProduct>;

/** The same for any reader. A visitor gets no phone, no e-mail and only the seller's first name. */
export const visibleProduct = offeredProduct.partial({ phone: true, createdBy: true });
export type VisibleProduct = z.infer<typeof visibleProduct>;

export const listByCategory = defineCall('GET /products/category/{categoryId}', {
  access: 'signedIn',
  summary: 'The unsold products of a category, newest first. `booked` is true under a live booking.',
  params: z.object({ categoryId: id }),
  query: pageQuery,
  reply: z.array(offeredProduct),
  paged: true,
});

const imageAddress = line(2000, 'error.imageRequired').regex(
  /^(https?:\/\/[^\s"<>\\]+|\/(demo|media)\/(?!.*\.\.)[\w./-]+)$/,
  'error.imageShape',
);

/** The fields that a seller fills in. The error summary of the form lists errors in this order. */
const productInput = z.object({
  productName: line(120, 'error.productName'),
  /** A web URL, which is fetched once and then served by this store, or the path of an earlier upload. */
  imageURL: imageAddress,
  categoryId: z.uuid('error.category'),
  description: optionalText(4000),
  quality,
  useYear: years,
  originalPrice: price,
  resalePrice: price,
  location: place(120, 'error.location'),
  phone,
  /** Whether the seller takes cash at the pick-up, where the store offers it. */
  cash: z.enum(CASH_CHOICES, 'error.invalid'),
});

/** The form of Add a Product. `createdBy` is always the caller. `photos` take precedence over `imageURL`. */
export const newProduct = productInput
  .extend({
    imageURL: imageAddress.optional(),
    photos: photoIds.optional(),
    description: productInput.shape.description.default(''),
    quality: quality.default('Excellent'),
    useYear: years.default(0),
    cash: productInput.shape.cash.default('yes'),
  })
  .refine((body) => body.imageURL !== undefined || (body.photos?.length ?? 0) > 0, {
    path: ['imageURL'],
    error: 'error.imageRequired',
    // Reported together with the errors of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

export const getListingTerms = defineCall('GET /listing-terms', {
  access: 'seller',
  summary: "The store's terms for sellers: whether it offers cash at pick-up, and its fee in per cent.",
  reply: z.object({ cash: z.boolean(), feePercent: z.number() }),
});
export type ListingTerms = z.infer<typeof getListingTerms.spec.reply>;

export const addProduct = defineCall('POST /products', {
  access: 'seller',
  summary: 'Lists a product. Prices in Tk.',
  body: newProduct,
  reply: z.object({ acknowledged: z.boolean(), insertedId: ourId }),
});

/** The next event of a hold: a payment, cash at the pick-up, or an admin's decision about the payment. */
export const holdWait = z.enum(['payment', 'cash', 'review']);
export type HoldWait = z.infer<typeof holdWait>;

const myProduct = product.extend({
  booked: z.boolean(),
  /** While it is booked and not sold: the buyer's first name, the end of the booking, and its next event. */
  bookedBy: z.string().optional(),
  bookedUntil: instant.optional(),
  waitsFor: holdWait.optional(),
  paid: z.boolean(),
  cash: z.enum(CASH_CHOICES),
  photos: z.array(photo),
});

export const listMyProducts = defineCall('GET /my-products', {
  access: 'seller',
  summary:
    "The seller's own products, newest first: all, or those that are free, booked or sold. With `q`, those with it in the name.",
  query: pageQuery.extend({
    email,
    state: z.enum(OWN_STATES, 'error.invalid').optional(),
    q: optionalText(100).optional(),
  }),
  reply: z.array(myProduct),
  paged: true,
});
export type MyProduct = z.infer<typeof myProduct>;

export const getMyProduct = defineCall('GET /my-products/{id}', {
  access: 'seller',
  summary: "One of the seller's own products, to edit it.",
  params: z.object({ id }),
  reply: myProduct,
});

/**
 * Named fields change, the others stay. No field has a default here, because the default would overwrite it. The
 * form of an edit sends every field, by `newProduct`.
 */
export const editedProduct = productInput
  .extend({ photos: photoIds.min(1, 'error.imageRequired') })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'error.nothingChanged');

export const editMyProduct = defineCall('PATCH /my-products/{id}', {
  access: 'seller',
  summary: 'Edits a product that is not sold. Its price stays as it is while a booking of it stands.',
  params: z.object({ id }),
  body: editedProduct,
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const changeMyProduct = defineCall('PUT /my-products/{id}', {
  access: 'seller',
  summary: 'Marks a product SOLD or UNSOLD, or puts it on the home page or takes it off.',
  params: z.object({ id }),
  query: z
    .object({
      status: z.enum(['SOLD', 'UNSOLD'], 'error.status').optional(),
      advertiseEnable: z.enum(['true', 'false'], 'error.advertise').optional(),
    })
    .refine((query) => (query.status === undefined) !== (query.advertiseEnable === undefined), 'error.oneChange'),
  reply: z.object({ modifiedCount: z.number().int() }),
});

export const deleteMyProduct = defineCall('DELETE /my-products/{id}', {
  access: 'seller',
  summary: 'Takes a product off the store for good. Refused while a paid booking of it stands.',
  params: z.object({ id }),
  reply: z.object({ deletedCount: z.number().int() }),
});
