import './verify-banner.css';
import { useState } from 'react';
import { callAuthProvider } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { providerRefusal } from './provider-refusal.ts';

/** Asks the user to confirm their e-mail address. */
export function VerifyBanner({ email }: { email: string }) {
  const { t, translate } = useTranslator();
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting');
  const [fault, setFault] = useState<string>();

  async function send() {
    setState('sending');
    setFault(undefined);
    try {
      await callAuthProvider('/send-verification-email', { email });
      setState('sent');
    } catch (error) {
      setFault(translate(providerRefusal(error)));
      setState('waiting');
    }
  }

  return (
    <div className="verify-banner">
      {state === 'sent' ? (
        <Alert tone="success">{t('verify.sent', { email })}</Alert>
      ) : (
        <Alert tone="info" announce={false}>
          <p className="verify-banner-ask">
            {t('verify.ask', { email })}
            <Button look="quiet" size="sm" pending={state === 'sending'} onClick={send}>
              {t('verify.send')}
            </Button>
          </p>
          {fault && <p role="alert">{fault}</p>}
        </Alert>
      )}
    </div>
  );
}
