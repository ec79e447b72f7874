import type { Settings } from '#platform/server/settings.ts';

/** The address people type. */
export function originOf({ PUBLIC_URL, PORT }: Settings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** The other names of this machine, under which the demo may be opened. */
export function otherOriginsOf({ APP_MODE, PORT }: Settings): string[] {
  if (APP_MODE !== 'demo') return [];
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${PORT}`);
}
