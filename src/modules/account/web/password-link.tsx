import { useState } from 'react';
import { failureMessage } from '#platform/web/offline-cache.ts';
import { AuthProviderError, callAuthProvider } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** Sends an account without a password the e-mail with which it sets one. */
export function PasswordLink({ email }: { email: string }) {
  const { t, translate } = useTranslator();
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [fault, setFault] = useState<string>();
  async function send() {
    setState('sending');
    setFault(undefined);
    try {
      await callAuthProvider('/request-password-reset', { email });
      setState('sent');
    } catch (error) {
      if (!(error instanceof AuthProviderError)) console.error(error);
      setFault(translate((error instanceof AuthProviderError && error.message) || failureMessage(error)));
      setState('idle');
    }
  }
  if (state === 'sent') return <Alert tone="success">{t('account.passwordLinkSent', { email })}</Alert>;
  return (
    <>
      <p>{t('account.passwordNone')}</p>
      {fault && <Alert tone="error">{fault}</Alert>}
      <Button look="ghost" pending={state === 'sending'} onClick={send}>
        {t('account.passwordLink')}
      </Button>
    </>
  );
}
