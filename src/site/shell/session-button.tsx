import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { signOut, useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

/** 'Login' for a visitor, 'Sign Out' for a signed-in user. */
export function SessionButton({ className, wide }: { className?: string; wide?: boolean }) {
  const { t } = useTranslator();
  const { state } = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    const ended = await signOut();
    await navigate('/login');
    await revalidate();
    setLeaving(false);
    if (ended) toast.success(t('auth.signedOut'));
    else toast.error(t('auth.signOutFailed'));
  }

  if (state === 'signedOut') {
    return (
      <LinkButton className={className} to="/login">
        {t('nav.login')}
      </LinkButton>
    );
  }
  return (
    <Button className={className} look="ghost" wide={wide} pending={leaving} onClick={leave}>
      {t('nav.signOut')}
    </Button>
  );
}
