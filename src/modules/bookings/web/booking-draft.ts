/** The fields of the last booking, kept on this device to fill in the next one. */
export interface BookingFields {
  phone: string;
  location: string;
}

/** The fields of a dialog that was left with Back. It opens again with them. */
interface Draft extends BookingFields {
  point: string;
}

const drafts = new Map<string, Draft>();

/** Saves the fields of a dialog until the document is reloaded or closed. */
export function saveDraft(userId: string, form: HTMLFormElement): void {
  const point = String(new FormData(form).get('point') ?? '');
  drafts.set(userId, { ...fieldsOf(form), point });
}

/** Returns the fields of a booking form that are kept on this device. */
export function fieldsOf(form: HTMLFormElement): BookingFields {
  const data = new FormData(form);
  return { phone: String(data.get('phone')), location: String(data.get('location')) };
}

/** Deletes the fields of a dialog that was left. */
export function deleteDraft(userId: string): void {
  drafts.delete(userId);
}

/** Kept by user, because families share devices. */
const keyOf = (userId: string) => `booking:${userId}`;

/**
 * Returns the initial fields: those of the dialog that was left; otherwise the usual ones, or those of the last
 * booking.
 */
export function readDraft({ id, phone, pickup }: { id: string; phone: string; pickup: string }): Partial<Draft> {
  const kept = drafts.get(id);
  if (kept) return kept;
  const last = readLastBooking(id);
  return { ...last, ...(phone && { phone }), ...(pickup && { location: pickup }) };
}

function readLastBooking(userId: string): Partial<BookingFields> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    const { phone, location } = kept as Record<string, unknown>;
    return {
      ...(typeof phone === 'string' ? { phone } : {}),
      ...(typeof location === 'string' ? { location } : {}),
    };
  } catch {
    return {};
  }
}

/** Saves the fields of a booking for the next one, and deletes the draft. */
export function saveLastBooking(userId: string, { phone, location }: BookingFields): void {
  deleteDraft(userId);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ phone, location }));
  } catch {
    // The device's storage may be full. The booking is made all the same.
  }
}
