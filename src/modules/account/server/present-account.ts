import type { ListingData } from '#modules/catalogue/contract.ts';
import { payoutNumber } from '#modules/earnings/rules.ts';
import { photoPath } from '#modules/photos/rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Account, PersonalData } from '../contract.ts';
import type { OwnAccount, PersonalRows } from './data.store.ts';

/** Returns the wire shape of an account. */
export function presentAccount(own: OwnAccount): Account {
  return {
    name: own.name,
    email: own.email,
    emailVerified: own.email_verified,
    roles: own.roles.map(({ role }) => role),
    verified: own.roles.some(({ verifiedAt }) => verifiedAt !== null),
    memberSince: own.created_at.toISOString(),
    phone: own.phone,
    pickup: own.pickup,
    language: own.language,
    newEmail: own.new_email,
    hasPassword: own.has_password,
  };
}

/** Returns the downloadable file of a person's data. `origin` makes the URLs of pictures absolute. */
export function presentPersonalData(
  own: OwnAccount,
  listings: ListingData[],
  rows: PersonalRows,
  origin: string,
): PersonalData {
  const photoOf = (photo: PersonalRows['photos'][number]) => ({
    id: photo.id,
    address: origin + photoPath(photo.id),
    state: photo.state,
    fetchedFrom: photo.address,
    at: iso(photo.created_at),
  });
  return {
    writtenAt: iso(new Date()),
    account: {
      id: own.account_id,
      name: own.account_name,
      email: own.account_email,
      emailVerified: own.email_verified,
      picture: own.image,
      createdAt: iso(own.account_created_at),
      changedAt: iso(own.account_updated_at),
      newEmail: own.new_email,
      signsInWith: rows.signIns.map(withIsoDates),
      sessions: rows.sessions.map(withIsoDates),
    },
    person: {
      id: own.id,
      name: own.name,
      email: own.email,
      usualPhone: own.phone,
      usualPickupPoint: own.pickup,
      language: own.language,
      roles: own.roles.map(({ role, since, verifiedAt }) => ({
        role,
        since: iso(since),
        verifiedAt: verifiedAt && iso(verifiedAt),
      })),
      since: iso(own.created_at),
    },
    listings: listings.map((one) => ({
      ...one,
      image: absoluteUrl(one.image, origin),
      photos: rows.photos.filter((photo) => photo.product_id === one.id).map(photoOf),
    })),
    otherPhotos: rows.photos.filter((photo) => photo.product_id === null).map(photoOf),
    bookings: rows.bookings.map(({ price_poisha, image, payments, ...one }) => ({
      ...withIsoDates(one),
      image: absoluteUrl(image, origin),
      price: toTk(price_poisha),
      payments: payments.map(({ amount_poisha, begunAt, changedAt, answers, ...payment }) => ({
        ...payment,
        amount: toTk(amount_poisha),
        begunAt: iso(begunAt),
        changedAt: iso(changedAt),
        answers: answers.map(({ fields, keptAt }) => ({ fields, keptAt: iso(keptAt) })),
      })),
    })),
    wishes: rows.wishes.map(({ saved_poisha, ...one }) => ({ ...withIsoDates(one), priceThen: toTk(saved_poisha) })),
    reports: rows.reports.map(withIsoDates),
    messages: rows.messages.map(withIsoDates),
    payoutAccount: rows.payoutAccount && withIsoDates(rows.payoutAccount),
    payouts: rows.payouts.map(({ number, amount_poisha, ...one }) => ({
      ...withIsoDates(one),
      number: payoutNumber(number),
      amount: toTk(amount_poisha),
    })),
    disputes: rows.disputes.map(({ amount_poisha: amount, ...one }) => ({
      ...withIsoDates(one),
      amount: amount === null ? null : toTk(amount),
    })),
    steps: rows.steps.map(withIsoDates),
    auditEntries: rows.auditEntries.map(withIsoDates),
  };
}

/** The names of instants in the file. */
const INSTANT = /^(since|at)$|(At|Until)$/;

function withIsoDates<T extends object>(row: T): T {
  const entries = Object.entries(row).map(([name, value]) => [name, INSTANT.test(name) && value ? iso(value) : value]);
  return Object.fromEntries(entries);
}

/** Also reads the format in which PostgreSQL writes an instant into JSON. */
function iso(instant: Date | string): string {
  return new Date(instant).toISOString();
}

/** Makes the path of our own picture absolute. */
function absoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}
