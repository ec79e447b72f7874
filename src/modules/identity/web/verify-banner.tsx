import './verify-banner.css';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callAuthProvider } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { providerRefusal } from './provider-refusal.ts';

const DISMISSED_KEY = 'verify-banner-dismissed';

/** Asks the user to confirm their e-mail address, until it is dismissed in this tab. */
export function VerifyBanner({ email }: { email: string }) {
  const { t, translate } = useTranslator();
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting');
  const [fault, setFault] = useState<string>();
  const [dismissed, setDismissed] = useState(false);
  // The server does not know what the tab has dismissed.
  useEffect(() => setDismissed(sessionStorage.getItem(DISMISSED_KEY) === 'yes'), []);

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

  function dismiss() {
    sessionStorage.setItem(DISMISSED_KEY, 'yes');
    setDismissed(true);
  }

  if (dismissed) return null;
  return (
    <div className="verify-banner">
      {state === 'sent' ? (
        <Alert tone="success">{t('verify.sent', { email })}</Alert>
      ) : (
        <Alert tone="info" announce={false}>
          <p className="verify-banner-ask">
            <span title={email}>{t('verify.ask', { email })}</span>
            <Button look="quiet" size="sm" pending={state === 'sending'} onClick={send}>
              {t('verify.send')}
            </Button>
          </p>
          <IconButton
            className="verify-banner-close"
            label={t('common.close')}
            icon={<X aria-hidden />}
            onClick={dismiss}
          />
          {fault && <p role="alert">{fault}</p>}
        </Alert>
      )}
    </div>
  );
}
