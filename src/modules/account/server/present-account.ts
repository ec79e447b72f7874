import { photoAddress } from '#modules/photos/rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Account, PersonalData } from '../contract.ts';
import type { PersonalRows } from './data.store.ts';
import type { OwnAccount } from './store.ts';

/** Returns the wire shape of an account. */
export function presentAccount(own: OwnAccount): Account {
  return {
    name: own.name,
    email: own.email,
    emailVerified: own.email_verified,
    role: own.role as Account['role'],
    verified: own.verified_at !== null,
    memberSince: own.created_at.toISOString(),
    hasPassword: own.has_password,
  };
}

/** Returns the downloadable file of a person's data. `origin` makes the URLs of pictures absolute. */
export function presentPersonalData(own: OwnAccount, rows: PersonalRows, origin: string): PersonalData {
  const { signIns, sessions, products, photos, bookings, wishes, reports, messages, auditEntries } = rows;
  const photoOf = (photo: PersonalRows['photos'][number]) => ({
    id: photo.id,
    address: origin + photoAddress(photo.id),
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
      signsInWith: signIns.map((one) => ({ provider: one.provider_id, since: iso(one.created_at) })),
      sessions: sessions.map((one) => ({
        begunAt: iso(one.created_at),
        usedAt: iso(one.updated_at),
        endsAt: iso(one.expires_at),
        address: one.ip_address,
        browser: one.user_agent,
      })),
    },
    person: {
      id: own.id,
      name: own.name,
      email: own.email,
      category: own.role,
      verifiedAt: isoOrNull(own.verified_at),
      since: iso(own.created_at),
    },
    listings: products.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description,
      category: one.category,
      image: absoluteUrl(one.image, origin),
      originalPrice: toTk(one.original_poisha),
      price: toTk(one.price_poisha),
      quality: one.quality,
      yearsUsed: one.years_used,
      pickupPoint: one.location,
      phone: one.phone,
      state: one.status,
      advertised: one.advertised,
      listedAt: iso(one.created_at),
      soldAt: isoOrNull(one.sold_at),
      photos: photos.filter((photo) => photo.product_id === one.id).map(photoOf),
    })),
    otherPhotos: photos.filter((photo) => photo.product_id === null).map(photoOf),
    bookings: bookings.map((one) => ({
      id: one.id,
      itemId: one.product_id,
      itemName: one.item_name,
      image: absoluteUrl(one.item_image, origin),
      price: toTk(one.price_poisha),
      currency: one.currency,
      phone: one.phone,
      pickupPoint: one.pickup,
      state: one.state,
      bookedAt: iso(one.created_at),
      heldUntil: isoOrNull(one.hold_until),
      paidAt: isoOrNull(one.paid_at),
      payments: one.payments.map((payment) => ({
        amount: toTk(payment.amount_poisha),
        currency: payment.currency,
        state: payment.state,
        transactionId: payment.intent,
        begunAt: iso(payment.created_at),
        changedAt: iso(payment.updated_at),
      })),
    })),
    wishes: wishes.map((one) => ({
      itemId: one.product_id,
      itemName: one.name,
      priceThen: toTk(one.saved_poisha),
      savedAt: iso(one.created_at),
    })),
    reports: reports.map((one) => ({
      itemId: one.product_id,
      itemName: one.name,
      reason: one.reason,
      reportedAt: iso(one.created_at),
      decision: one.decision,
      decidedAt: isoOrNull(one.decided_at),
    })),
    messages: messages.map((one) => ({
      name: one.name,
      subject: one.subject,
      message: one.message,
      requestId: one.request_id,
      sentAt: iso(one.created_at),
      answeredAt: isoOrNull(one.answered_at),
    })),
    deeds: auditEntries.map((one) => ({ act: one.act, targetId: one.target_id, list: one.list, at: iso(one.at) })),
  };
}

/** Also reads the format in which PostgreSQL writes an instant into JSON. */
function iso(instant: Date | string): string {
  return new Date(instant).toISOString();
}

function isoOrNull(instant: Date | null): string | null {
  return instant && iso(instant);
}

/** Makes the path of our own picture absolute. */
function absoluteUrl(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}
