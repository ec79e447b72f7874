import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';

/** The name of the page that a user must log in for, by language. */
export interface RequestedName {
  en: string;
  bn: string;
  /** The visitor asked to book or to save the named product. */
  for?: 'booking' | 'wish';
  /** The address of the same products without a login. */
  open?: string;
}

const REASONS = { booking: 'login.reasonBook', wish: 'login.reasonWish' } as const;

/** Says which page asked for the login; nothing when none did. */
export function ReturnReason({ requested }: { requested: RequestedName | null }) {
  const { t, language } = useTranslator();
  if (!requested) return null;
  const page = requested[language];
  if (requested.open)
    return (
      <Alert tone="info" announce={false} title={t('wall.title', { category: page })}>
        <p>{t('wall.body')}</p>
        <LinkButton look="ghost" to={requested.open}>
          {t('wall.look')}
        </LinkButton>
      </Alert>
    );
  return (
    <Alert tone="info" announce={false}>
      {t(requested.for ? REASONS[requested.for] : 'login.reason', { page })}
    </Alert>
  );
}
