import { createContext, use } from 'react';

/** The words that a page may say, as JSON, and a name for them that no others have. The browser finds them in the page. */
export interface PageWords {
  name: string;
  json: string;
}

const PageWordsContext = createContext<PageWords>({ name: '', json: '' });

/** Given by the server's entry. */
export const PageWordsProvider = PageWordsContext;

export function usePageWords(): PageWords {
  return use(PageWordsContext);
}
