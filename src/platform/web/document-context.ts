import { createContext, use } from 'react';

/** Values that only the server's document contains. The browser hides nonces from scripts and keeps the texts it was sent. */
export interface DocumentValues {
  /** The nonce of this response's inline scripts (CSP 3). */
  nonce?: string | undefined;
  /** The page's texts as JSON. */
  messages: string;
}

/** Provided by entry.server.tsx. */
export const DocumentContext = createContext<DocumentValues>({ messages: '' });

/** Returns the values of the server’s document. In the browser there is no nonce, and `messages` is empty. */
export function useDocumentValues(): DocumentValues {
  return use(DocumentContext);
}
