import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { lazyOverlay } from '#ui/lazy-overlays.tsx';
import type { Account } from '../contract.ts';

const LeaveDialog = lazyOverlay(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** Deletes the account. An admin reads instead who can delete theirs. */
export function LeavePanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get('open') === 'leave');
  const stays = account.role === 'admin';
  return (
    <section className="account-panel" aria-labelledby="account-leave">
      <h2 id="account-leave">{t('account.delete')}</h2>
      <p>{t(stays ? 'account.adminStays' : 'account.deleteBody')}</p>
      {!stays && (
        <>
          <OpenerButton
            name="open"
            value="leave"
            open={() => setOpen(true)}
            look="danger-quiet"
            icon={<Trash2 className="icon" aria-hidden />}
          >
            {t('account.delete')}
          </OpenerButton>
          <LeaveDialog account={account} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </section>
  );
}
