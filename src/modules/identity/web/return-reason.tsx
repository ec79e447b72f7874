import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';

/** The name of the page that a user must log in for, by language. */
export interface RequestedName {
  en: string;
  bn: string;
}

/** Says which page asked for the login; nothing when none did. */
export function ReturnReason({ requested }: { requested: RequestedName | null }) {
  const { t, language } = useTranslator();
  if (!requested) return null;
  return (
    <Alert tone="info" announce={false}>
      {t('login.reason', { page: requested[language] })}
    </Alert>
  );
}
