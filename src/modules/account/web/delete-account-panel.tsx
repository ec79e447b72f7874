import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { lazyOverlay } from '#ui/lazy-overlays.tsx';
import type { Account } from '../contract.ts';

const DeleteAccountDialog = lazyOverlay(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog);

/** Opens the dialog that deletes the account. An admin account can only be deleted by another admin. */
export function DeleteAccountPanel({ account }: { account: Account }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(search.get('open') === 'delete');
  const isAdmin = account.roles.includes('admin');
  return (
    <section className="account-panel" aria-labelledby="account-delete">
      <h2 id="account-delete">{t('account.delete')}</h2>
      <p>{t(isAdmin ? 'account.adminStays' : 'account.deleteBody')}</p>
      {!isAdmin && (
        <>
          <OpenerButton
            name="open"
            value="delete"
            open={() => setOpen(true)}
            look="danger-quiet"
            icon={<Trash2 className="icon" aria-hidden />}
          >
            {t('account.delete')}
          </OpenerButton>
          <DeleteAccountDialog account={account} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </section>
  );
}
