import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { countVisit, type InstallPrompt, mayAsk, storeAskedAt } from './install-times.ts';

/** Pages on which people look around. Elsewhere the sheet would stand over a task. */
const BROWSING_PAGE = /^\/(search|items\/[^/]+|products\/[^/]+|sellers\/[^/]+|blog|about)?$/i;

/** Asks, from the second visit and once in 90 days, whether the store goes on the home screen. */
export function InstallSheet({ offer }: { offer: InstallPrompt }) {
  const { t, product } = useTranslator();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);

  useEffect(countVisit, []);
  useEffect(() => {
    if (!BROWSING_PAGE.test(pathname) || isBusy() || !mayAsk(Date.now())) return;
    storeAskedAt(Date.now());
    setOpen(true);
  }, [pathname]);

  function install() {
    setOpen(false);
    // A refused prompt changes nothing.
    offer.prompt().catch(() => undefined);
  }
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      size="sm"
      title={t('install.title', { product })}
      description={t('install.body')}
      closeLabel={t('common.close')}
    >
      <div className="dialog-answers">
        <Button look="ghost" onClick={() => setOpen(false)}>
          {t('install.no')}
        </Button>
        <Button onClick={install}>{t('install.yes')}</Button>
      </div>
    </Dialog>
  );
}

/** Whether something is open or being typed. The booking dialog may not have opened yet. */
function isBusy(): boolean {
  const { activeElement } = document;
  if (new URLSearchParams(location.search).has('book')) return true;
  return document.querySelector('[role$="dialog"]') !== null || activeElement?.matches('input, textarea') === true;
}
