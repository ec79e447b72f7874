import { Download } from 'lucide-react';
import { useDownload } from '#platform/web/download.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { type Account, downloadData } from '../contract.ts';

/** Downloads the user's data as a file. */
export function DataPanel({ account }: { account: Account }) {
  const { t, translate } = useTranslator();
  const { pending, save } = useDownload();
  async function press() {
    const { fault } = await save(downloadData, {}, downloadData.spec.file);
    if (fault) toast.error(translate(fault));
    else toast.success(t('account.dataDone'));
  }
  return (
    <section className="account-panel" aria-labelledby="account-data">
      <h2 id="account-data">{t('account.data')}</h2>
      <p>{t('account.dataBody')}</p>
      {!account.emailVerified && <p>{t('account.dataUnconfirmed')}</p>}
      <Button
        look="ghost"
        icon={<Download className="icon" aria-hidden />}
        aria-describedby="account-data"
        pending={pending}
        pendingLabel={t('account.dataPending')}
        onClick={press}
      >
        {t('account.dataAction')}
      </Button>
    </section>
  );
}
