import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { signOut } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';

/** Signs the user out and opens the login page. */
export function useSignOut(): { leave: () => Promise<void>; leaving: boolean } {
  const { t } = useTranslator();
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
  return { leave, leaving };
}
