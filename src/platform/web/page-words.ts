import { createContext, use } from 'react';

const PageWordsContext = createContext('');

/** Given by the server's entry: the words that a page may say, as JSON. The browser finds them in the page. */
export const PageWordsProvider = PageWordsContext;

export function usePageWords(): string {
  return use(PageWordsContext);
}
