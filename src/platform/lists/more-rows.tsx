import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { pagesOf } from './paging.ts';

/** The foot of a list with more rows: asks for one page more of the same list. `children` says how many are shown. */
export function MoreRows({ children }: { children?: ReactNode }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  next.set('pages', String(pagesOf(search) + 1));
  const loading = useNavigation().location?.search === `?${next}`;
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => () => focusLastRow(link.current), []);
  return (
    <>
      {children && <span className="num">{children}</span>}
      <LinkButton
        look="ghost"
        size="sm"
        to={`?${next}`}
        replace
        preventScrollReset
        prefetch="none"
        aria-busy={loading || undefined}
        ref={link}
      >
        {t(loading ? 'common.loading' : 'common.showMore')}
      </LinkButton>
    </>
  );
}

/** The last page removes "Show more". The last row before the new ones then takes its focus: Tab goes to the first new row. */
function focusLastRow(link: HTMLElement | null): void {
  if (!link || document.activeElement !== link) return;
  const list = (link.closest('.table-foot, .shop-more') ?? link).previousElementSibling;
  const row = list?.querySelector<HTMLElement>(':is(tbody > tr, :scope > li):last-child');
  row?.setAttribute('tabindex', '-1');
  row?.focus({ preventScroll: true });
}
