import { useWords } from '#platform/web/words.tsx';
import { Alert } from '#ui/alert.tsx';
import { safeReturnPath } from '../rules.ts';
import { returnPageName } from './return-page.ts';

/** Says why somebody who wanted another page is here. */
export function ReturnReason({ from }: { from: string | null }) {
  const { t } = useWords();
  const page = safeReturnPath(from);
  if (page === '/') return null;
  return (
    <Alert tone="info" announce={false}>
      {t('login.reason', { page: t(returnPageName(page)) })}
    </Alert>
  );
}
