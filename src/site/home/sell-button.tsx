import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

/** 'Sell with us': leads each user to the page where they can sell, or start to. */
export function SellButton() {
  const { t } = useTranslator();
  const { user } = useSession();
  const to = !user ? '/signup?as=seller' : user.roles.includes('admin') ? '/dashboard' : '/dashboard/addproduct';
  return <LinkButton to={to}>{t('hero.sell')}</LinkButton>;
}
