import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { lazyOverlay } from '#ui/lazy-overlays.tsx';
import type { Account } from '../contract.ts';

const LeaveDialog = lazyOverlay(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Deletes the account. An admin reads instead who can delete theirs. */
export function LeavePanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  const [open, setOpen] = useState(false);
  const stays = account.role === 'admin';
  return (
    <section className="account-panel" aria-labelledby="account-leave">
      <h2 id="account-leave">{t('account.delete')}</h2>
      <p>{t(stays ? 'account.adminStays' : 'account.deleteBody')}</p>
      {!stays && (
        <>
          <Button look="danger-quiet" icon={<Trash2 className="icon" aria-hidden />} onClick={() => setOpen(true)}>
            {t('account.delete')}
          </Button>
          <LeaveDialog account={account} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </section>
  );
}
