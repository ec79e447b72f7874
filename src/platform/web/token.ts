/** The access token, kept in local storage under the name that the specification fixes. */
const KEY = 'accessToken';

/** Renewed this long before it expires, in milliseconds. */
const MARGIN = 60_000;

export function storedToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function forgetToken(): void {
  localStorage.removeItem(KEY);
}

/** Milliseconds until a token should be renewed; 0 or less when it is time, or when it is no token. */
export function freshFor(token: string, now = Date.now()): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 - MARGIN - now : 0;
  } catch {
    return 0;
  }
}

/** Calls back when the token was changed in another tab. Gives a function that stops it. */
export function onTokenElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
