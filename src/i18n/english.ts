import account from './en/account.json' with { type: 'json' };
import audit from './en/audit.json' with { type: 'json' };
import bookings from './en/bookings.json' with { type: 'json' };
import catalogue from './en/catalogue.json' with { type: 'json' };
import disputes from './en/disputes.json' with { type: 'json' };
import earnings from './en/earnings.json' with { type: 'json' };
import exports from './en/exports.json' with { type: 'json' };
import handover from './en/handover.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import identity from './en/identity.json' with { type: 'json' };
import item from './en/item.json' with { type: 'json' };
import mail from './en/mail.json' with { type: 'json' };
import moderation from './en/moderation.json' with { type: 'json' };
import overview from './en/overview.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import payments from './en/payments.json' with { type: 'json' };
import products from './en/products.json' with { type: 'json' };
import refusals from './en/refusals.json' with { type: 'json' };
import sale from './en/sale.json' with { type: 'json' };
import search from './en/search.json' with { type: 'json' };
import shared from './en/shared.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };
import support from './en/support.json' with { type: 'json' };
import wishlist from './en/wishlist.json' with { type: 'json' };

/**
 * The English texts by file. A file holds the texts of one module. `shared` has those of several modules, `sale` those
 * of a seller's page of one sale, `refusals` those of the server.
 */
export const englishFiles = {
  account,
  audit,
  bookings,
  catalogue,
  disputes,
  earnings,
  exports,
  handover,
  home,
  identity,
  item,
  mail,
  moderation,
  overview,
  pages,
  payments,
  products,
  refusals,
  sale,
  search,
  shared,
  site,
  support,
  wishlist,
};

type Files = typeof englishFiles;

/** All texts of a language by key. No key is in two files. */
export type Messages = Record<{ [File in keyof Files]: keyof Files[File] }[keyof Files], string>;

export const english: Messages = Object.assign({}, ...Object.values(englishFiles));
