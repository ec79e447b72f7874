import { photoAddress } from '#modules/photos/rules.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Account, PersonalData } from '../contract.ts';
import type { Everything } from './data.store.ts';
import type { OwnAccount } from './store.ts';

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

/** What is kept of a person, in the words of the file. `origin` stands before the addresses of pictures. */
export function presentData(own: OwnAccount, kept: Everything, origin: string): PersonalData {
  const { signIns, sessions, products, photos, bookings, wishes, reports, messages, deeds } = kept;
  const photoOf = (photo: Everything['photos'][number]) => ({
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
      verifiedAt: orNull(own.verified_at),
      since: iso(own.created_at),
    },
    listings: products.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description,
      category: one.category,
      image: whole(one.image, origin),
      originalPrice: toTk(one.original_poisha),
      price: toTk(one.price_poisha),
      quality: one.quality,
      yearsUsed: one.years_used,
      pickupPoint: one.location,
      phone: one.phone,
      state: one.status,
      advertised: one.advertised,
      listedAt: iso(one.created_at),
      soldAt: orNull(one.sold_at),
      photos: photos.filter((photo) => photo.product_id === one.id).map(photoOf),
    })),
    otherPhotos: photos.filter((photo) => photo.product_id === null).map(photoOf),
    bookings: bookings.map((one) => ({
      id: one.id,
      itemId: one.product_id,
      itemName: one.item_name,
      image: whole(one.item_image, origin),
      price: toTk(one.price_poisha),
      currency: one.currency,
      phone: one.phone,
      pickupPoint: one.pickup,
      state: one.state,
      bookedAt: iso(one.created_at),
      heldUntil: orNull(one.hold_until),
      paidAt: orNull(one.paid_at),
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
      decidedAt: orNull(one.decided_at),
    })),
    messages: messages.map((one) => ({
      name: one.name,
      subject: one.subject,
      message: one.message,
      requestId: one.request_id,
      sentAt: iso(one.created_at),
      answeredAt: orNull(one.answered_at),
    })),
    deeds: deeds.map((one) => ({ act: one.act, targetId: one.target_id, list: one.list, at: iso(one.at) })),
  };
}

/** PostgreSQL writes an instant within JSON in its own way. */
function iso(instant: Date | string): string {
  return new Date(instant).toISOString();
}

function orNull(instant: Date | null): string | null {
  return instant && iso(instant);
}

/** Our own pictures with the store's address before them. */
function whole(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}
