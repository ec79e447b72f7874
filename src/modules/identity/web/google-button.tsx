import './google-button.css';
import { useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { signInByPopup } from './google-popup.ts';

/** 'CONTINUE WITH GOOGLE', where it is set up. The page's action completes the sign-in, by the field `google`. */
export function GoogleButton() {
  const { t } = useTranslator();
  const { googleSignIn } = useRootData();
  const submit = useSubmit();
  const [open, setOpen] = useState(false);
  const entering = useNavigation().formData?.has('google') ?? false;
  if (!googleSignIn) return null;

  async function press() {
    setOpen(true);
    const outcome = await signInByPopup();
    setOpen(false);
    if (outcome !== 'cancelled') submit({ google: outcome }, { method: 'post', replace: true });
  }

  return (
    <>
      <p className="google-or">
        <span>{t('login.or')}</span>
      </p>
      <Button look="ghost" size="lg" wide onClick={press} pending={open || entering}>
        {t('login.google')}
      </Button>
    </>
  );
}
