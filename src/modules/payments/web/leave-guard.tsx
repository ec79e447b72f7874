import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';

/** Asks for confirmation before the user leaves the page during a payment. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { t } = useTranslator();
  const blocker = useBlocker(active);

  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [active]);

  // The payment ended while the dialog was open.
  useEffect(() => {
    if (!active && blocker.state === 'blocked') blocker.reset();
  }, [active, blocker]);

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      soon={active}
      isAboutLeaving
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t('pay.leaveQ')}
      effect={t('pay.leaveEffect')}
      keepLabel={t('pay.stay')}
      confirmLabel={t('pay.leave')}
    />
  );
}
