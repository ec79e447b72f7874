import account from './bn/account.json' with { type: 'json' };
import audit from './bn/audit.json' with { type: 'json' };
import bookings from './bn/bookings.json' with { type: 'json' };
import catalogue from './bn/catalogue.json' with { type: 'json' };
import disputes from './bn/disputes.json' with { type: 'json' };
import earnings from './bn/earnings.json' with { type: 'json' };
import exports from './bn/exports.json' with { type: 'json' };
import handover from './bn/handover.json' with { type: 'json' };
import home from './bn/home.json' with { type: 'json' };
import identity from './bn/identity.json' with { type: 'json' };
import item from './bn/item.json' with { type: 'json' };
import mail from './bn/mail.json' with { type: 'json' };
import moderation from './bn/moderation.json' with { type: 'json' };
import overview from './bn/overview.json' with { type: 'json' };
import pages from './bn/pages.json' with { type: 'json' };
import payments from './bn/payments.json' with { type: 'json' };
import products from './bn/products.json' with { type: 'json' };
import refusals from './bn/refusals.json' with { type: 'json' };
import sale from './bn/sale.json' with { type: 'json' };
import search from './bn/search.json' with { type: 'json' };
import shared from './bn/shared.json' with { type: 'json' };
import site from './bn/site.json' with { type: 'json' };
import support from './bn/support.json' with { type: 'json' };
import wishlist from './bn/wishlist.json' with { type: 'json' };
import type { englishFiles, Messages } from './english.ts';

type Files = typeof englishFiles;

/** The Bangla texts by file. A key that is missing does not compile. */
export const banglaFiles = {
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
} satisfies { [File in keyof Files]: Record<keyof Files[File], string> };

export const bangla: Messages = Object.assign({}, ...Object.values(banglaFiles));
