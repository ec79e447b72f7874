import './wrong-role.css';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#platform/contract/page.ts';
import type { Role } from '#platform/contract/roles.ts';
import { signOut } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

const TITLES = { buyer: 'guard.buyers', seller: 'guard.sellers', admin: 'guard.admins' } as const;

/** Says which role a page is for, with links to the user's dashboard and to another account. */
export function WrongRole({ page, user }: { page: Role; user: CurrentUser }) {
  const { t, product } = useTranslator();
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState(false);

  async function changeAccount() {
    setLeaving(true);
    if (!(await signOut())) toast.error(t('auth.signOutFailed'));
    await revalidate();
    setLeaving(false);
  }

  return (
    <div className="wrong-role">
      <title>{`${t(TITLES[page])} · ${product}`}</title>
      <h1 tabIndex={-1}>{t(TITLES[page])}</h1>
      <p>{t('guard.signedInAs', { name: user.name, email: user.email })}</p>
      <div className="wrong-role-actions">
        <LinkButton to="/dashboard">{t('guard.ownDashboard')}</LinkButton>
        <Button look="ghost" pending={leaving} onClick={changeAccount}>
          {t('guard.otherAccount')}
        </Button>
      </div>
    </div>
  );
}
