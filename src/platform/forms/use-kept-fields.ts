import { useEffect } from 'react';

const load = () => import('./kept-fields.ts');

/** Keeps the fields of all forms while a link shows the page in another language. Used once, in the layout. */
export function useKeptFields(): void {
  useEffect(() => {
    if ('kept-fields' in sessionStorage) load().then(({ restoreFields }) => restoreFields(), console.error);
    document.addEventListener('click', keepBefore);
    return () => document.removeEventListener('click', keepBefore);
  }, []);
}

/** The link is followed in any case. */
function keepBefore(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load()
    .then(({ keepFields }) => keepFields())
    .catch(console.error)
    .finally(() => location.assign(link.href));
}
