import { useEffect } from 'react';

const KEPT_KEY = 'kept-fields';

const load = () => import('./kept-fields.ts');

/** Keeps the fields of all forms while a link shows the page in another language. Used once, in the layout. */
export function useKeptFields(): void {
  useEffect(() => {
    if (sessionStorage.getItem(KEPT_KEY)) load().then(({ restoreFields }) => restoreFields(KEPT_KEY), console.error);
    document.addEventListener('click', keepBefore);
    return () => document.removeEventListener('click', keepBefore);
  }, []);
}

/** Keeps the fields of all forms, before the page is loaded in another language. */
export async function keepForReload(): Promise<void> {
  await load()
    .then(({ keepFields }) => keepFields(KEPT_KEY))
    .catch(console.error);
}

/** The link is followed in any case. */
function keepBefore(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  keepForReload().finally(() => location.assign(link.href));
}
