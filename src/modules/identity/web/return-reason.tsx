import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { safeReturnPath } from '../rules.ts';
import { returnPageName } from './return-page.ts';

/** What the wanted thing is called, where it has a name of its own; the layout around the page knows. */
export type Wanted = { en: string; bn: string } | null;

/** Says why somebody who wanted another page is here. */
export function ReturnReason({ from, wanted }: { from: string | null; wanted: Wanted }) {
  const { t, language } = useTranslator();
  const page = safeReturnPath(from);
  if (page === '/') return null;
  return (
    <Alert tone="info" announce={false}>
      {t('login.reason', { page: wanted?.[language] ?? t(returnPageName(page)) })}
    </Alert>
  );
}
