import { createContext, use } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** Given by the server's entry; the browser hides nonces from scripts, and needs none. */
export const NonceProvider = NonceContext;

export function useNonce(): string | undefined {
  return use(NonceContext);
}
