import { useState } from 'react';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, type ButtonSize, LinkButton } from '#ui/button.tsx';
import { lazyOverlay } from '#ui/lazy-overlays.tsx';

const SellDialog = lazyOverlay(async () => (await import('./sell-dialog.tsx')).SellDialog);

/** 'Sell with us': leads each user to the page where they can sell. Buyers see what selling needs. */
export function SellButton({ size }: { size?: ButtonSize }) {
  const { t } = useTranslator();
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  if (user?.role !== 'buyer') {
    const to = user?.role === 'seller' ? '/dashboard/addproduct' : user ? '/dashboard' : '/signup?as=seller';
    return (
      <LinkButton size={size} to={to}>
        {t('hero.sell')}
      </LinkButton>
    );
  }
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        {t('hero.sell')}
      </Button>
      <SellDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
