import { lazy, Suspense, useState } from 'react';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, type ButtonSize, LinkButton } from '#ui/button.tsx';

const SellDialog = lazy(() => import('./sell-dialog.tsx').then((file) => ({ default: file.SellDialog })));

/** 'Sell with us': leads each user to the page where they can sell. Buyers see what selling needs. */
export function SellButton({ size }: { size?: ButtonSize }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const [needed, setNeeded] = useState(false);
  const [open, setOpen] = useState(false);
  if (user?.role !== 'buyer') {
    const to = user?.role === 'seller' ? '/dashboard/addproduct' : user ? '/dashboard' : '/signup?as=seller';
    return (
      <LinkButton size={size} to={to}>
        {t('hero.sell')}
      </LinkButton>
    );
  }
  function ask() {
    setNeeded(true);
    setOpen(true);
  }
  return (
    <>
      <Button size={size} onClick={ask}>
        {t('hero.sell')}
      </Button>
      {needed && (
        <Suspense>
          <SellDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
