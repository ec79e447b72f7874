/** What this device remembers of the last booking, so that nobody types it twice. */
export interface Remembered {
  phone: string;
  location: string;
}

/** What was being typed when the dialog was left: Back closes it, and it opens again as it was. */
const typed = new Map<string, Partial<Remembered>>();

export function keepTyped(userId: string, form: HTMLFormElement): void {
  const data = new FormData(form);
  typed.set(userId, { phone: String(data.get('phone')), location: String(data.get('location')) });
}

export function forgetTyped(userId: string): void {
  typed.delete(userId);
}

/** Of each person their own: families share devices. */
const keyOf = (userId: string) => `booking:${userId}`;

/** What the form begins with: what was being typed, or else what was typed the last time. */
export function recall(userId: string): Partial<Remembered> {
  return typed.get(userId) ?? recallLast(userId);
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
    // A device that keeps nothing any more (its store is full) asks for both the next time; the booking stands.
  }
}
