import { handoverCodeOf } from '#modules/bookings/server/service.ts';
import { firstName } from '#modules/identity/name.rules.ts';
import { signedPhotoUrl } from '#modules/photos/server/service.ts';
import { toTk } from '#platform/contract/values.ts';
import type { Db } from '#platform/database/database.ts';
import type * as calls from '../contract.ts';
import { appealEndOf, asOf, mayAppeal, waitsFor } from '../rules.ts';
import { findDecisionRefusal } from './decisions.service.ts';
import { countHistory, type FoundDispute, type ListedDispute } from './dispute-lists.store.ts';
import { type ListingFacts, selectThread } from './dispute-thread.store.ts';

/** Returns the wire shape of a dispute, with its passed deadlines applied. */
export function presentDispute(stored: ListedDispute): calls.Dispute {
  const row = asOf(stored, stored.now);
  const { settlement, wantedPoisha, offeredPoisha, refundedPoisha } = row;
  const waiting = waitsFor(row);
  return {
    _id: row.id,
    bookingId: row.bookingId,
    itemId: row.item_id,
    itemName: row.item_name,
    image: row.image,
    itemPrice: toTk(row.pricePoisha),
    method: row.method,
    buyerName: firstName(row.buyer_name ?? ''),
    sellerName: firstName(row.seller_name ?? ''),
    reason: row.reason,
    want: wantedPoisha === null ? 'refund' : 'part',
    ...(wantedPoisha === null ? {} : { amount: toTk(wantedPoisha) }),
    ...(offeredPoisha === null ? {} : { offer: toTk(offeredPoisha) }),
    state: row.state,
    ...(waiting && { waitsFor: waiting }),
    since: row.since.toISOString(),
    ...(row.until && { until: row.until.toISOString() }),
    openedAt: row.openedAt.toISOString(),
    ...(settlement && {
      settlement: {
        outcome: settlement.outcome,
        amount: toTk(settlement.amountPoisha),
        withReturn: settlement.withReturn,
        by: row.settledBy ?? 'clock',
      },
    }),
    ...(row.endedAt && { endedAt: row.endedAt.toISOString() }),
    ...(refundedPoisha === null ? {} : { refunded: toTk(refundedPoisha) }),
  };
}

/** Returns a dispute with its thread for one reader. */
export async function presentDetails(
  db: Db,
  stored: FoundDispute,
  reader: { personId: string; secret: string },
): Promise<calls.DisputeDetails> {
  const row = asOf(stored, stored.now);
  const { personId, secret } = reader;
  const side = personId === row.buyerId ? 'buyer' : personId === row.sellerId ? 'seller' : 'store';
  const words = await selectThread(db, row.id);
  const listing = words.find(({ kind }) => kind === 'listing');
  const isDecidable = side === 'store' && row.state === 'decision';
  const { returnTriedAt, decidedAt } = row;
  const appealUntil = side === 'store' ? undefined : appealEndOf(side, row);
  const phone = row.state === 'return' && side !== 'store' && (side === 'buyer' ? row.seller_phone : row.buyer_phone);
  return {
    ...presentDispute(stored),
    side,
    thread: words.filter(({ kind }) => kind !== 'listing').map((word) => presentWord(word, secret)),
    ...(listing && presentListing(listing)),
    timeline: stored.timeline.map(({ step, by, at }) => ({ step, by, at: new Date(at).toISOString() })),
    ...(side !== 'buyer' && { fee: toTk(row.fee_poisha) }),
    ...(side === 'seller' && row.state === 'return' && { returnCode: handoverCodeOf(secret, row.bookingId, 'return') }),
    ...(phone && { phone }),
    ...(returnTriedAt && { returnTriedAt: returnTriedAt.toISOString() }),
    mayAppeal: side !== 'store' && mayAppeal(side, row, row.now),
    ...(appealUntil && { appealUntil: appealUntil.toISOString() }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    mayDecide: isDecidable && !(await findDecisionRefusal(db, row, personId)),
    ...(side === 'store' && { history: await presentHistory(db, stored) }),
  };
}

type Word = Awaited<ReturnType<typeof selectThread>>[number];

function presentWord(word: Word, secret: string): calls.DisputeDetails['thread'][number] {
  const { id, kind, by, at, text, amount_poisha: amount, facts, photos } = word;
  return {
    _id: id,
    kind,
    by,
    at: at.toISOString(),
    text,
    ...(amount === null ? {} : { amount: toTk(amount) }),
    ...(facts && 'outcome' in facts && facts),
    photos: photos.map(({ image }) => signedPhotoUrl(secret, image)),
  };
}

/** An erased seller's listing has no facts. */
function presentListing({ facts, photos }: Word): Pick<calls.DisputeDetails, 'listing'> {
  if (!facts || !('name' in facts)) return {};
  const { name, description, image, pricePoisha, originalPoisha, quality, yearsUsed }: ListingFacts = facts;
  return {
    listing: {
      name,
      description,
      price: toTk(pricePoisha),
      originalPrice: toTk(originalPoisha),
      quality,
      yearsUsed,
      photos: photos.length > 0 ? photos.map((photo) => photo.image) : [image],
    },
  };
}

async function presentHistory(db: Db, row: ListedDispute): Promise<calls.DisputeDetails['history']> {
  const { bought, buyerDisputes, sold, sellerDisputes, reports } = await countHistory(db, row);
  return {
    buyer: { deals: bought, disputes: buyerDisputes },
    seller: { deals: sold, disputes: sellerDisputes, reports },
  };
}
