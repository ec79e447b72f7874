/** What this device remembers of the last booking, so that nobody types it twice. */
export interface Remembered {
  phone: string;
  location: string;
}

/** Of each person their own: families share devices. */
const keyOf = (userId: string) => `booking:${userId}`;

export function recall(userId: string): Partial<Remembered> {
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
  localStorage.setItem(keyOf(userId), JSON.stringify({ phone, location }));
}
