/** The fields of the last booking, kept on this device to fill in the next one. */
export interface Remembered {
  phone: string;
  location: string;
}

/** The fields of a dialog that was left with Back. It opens again with them. */
interface Typed extends Remembered {
  point: string;
}

const typed = new Map<string, Typed>();

export function keepTyped(userId: string, form: HTMLFormElement): void {
  const point = String(new FormData(form).get('point') ?? '');
  typed.set(userId, { ...fieldsOf(form), point });
}

export function fieldsOf(form: HTMLFormElement): Remembered {
  const data = new FormData(form);
  return { phone: String(data.get('phone')), location: String(data.get('location')) };
}

export function forgetTyped(userId: string): void {
  typed.delete(userId);
}

/** Kept by user, because families share devices. */
const keyOf = (userId: string) => `booking:${userId}`;

/** Returns the initial fields: those of the dialog that was left; otherwise the usual ones, or those of the last booking. */
export function recall({ id, phone, pickup }: { id: string; phone: string; pickup: string }): Partial<Typed> {
  const kept = typed.get(id);
  if (kept) return kept;
  const last = recallLast(id);
  return { ...last, ...(phone && { phone }), ...(pickup && { location: pickup }) };
}

function recallLast(userId: string): Partial<Remembered> {
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

export function remember(userId: string, { phone, location }: Remembered): void {
  forgetTyped(userId);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ phone, location }));
  } catch {
    // The device's storage may be full. The booking is made all the same.
  }
}
