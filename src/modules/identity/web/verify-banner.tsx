import { X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { VERIFY_DISMISSED_COOKIE } from '#platform/contract/page.ts';
import { callAuthProvider, useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { setCookie } from '#ui/cookie.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { providerRefusal } from './provider-refusal.ts';

const subscribe = () => () => undefined;

/** Asks the user to confirm their e-mail address, until they dismiss it. Where it `stays`, it cannot be dismissed. */
export function VerifyBanner({ email, stays }: { email: string; stays: boolean }) {
  const { t, translate } = useTranslator();
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting');
  const [fault, setFault] = useState<string>();
  const [dismissed, setDismissed] = useState(false);
  const { verifyDismissed = false } = useRootData();
  const wasDismissed = useSyncExternalStore(
    subscribe,
    () => document.cookie.includes(VERIFY_DISMISSED_COOKIE),
    () => verifyDismissed,
  );

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
    setCookie(`${VERIFY_DISMISSED_COOKIE}=yes`);
    setDismissed(true);
  }

  if (!stays && (dismissed || wasDismissed)) return null;
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
          {!stays && (
            <IconButton
              className="verify-banner-close"
              label={t('common.close')}
              icon={<X aria-hidden />}
              onClick={dismiss}
            />
          )}
          {fault && <p role="alert">{fault}</p>}
        </Alert>
      )}
    </div>
  );
}
