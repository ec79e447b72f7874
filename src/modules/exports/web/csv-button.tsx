import { Download } from 'lucide-react';
import type { PageList } from '#modules/audit/rules.ts';
import { useDownload } from '#platform/web/download.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { exportList } from '../contract.ts';

/** Downloads a whole list, not only the rows on the screen. */
export function CsvButton({ list }: { list: PageList }) {
  const { t, translate } = useTranslator();
  const { pending, save } = useDownload();
  async function press() {
    const today = new Date().toISOString().slice(0, 10);
    const { fault } = await save(exportList, { params: { list } }, `${list}-${today}.csv`);
    if (fault) toast.error(translate(fault));
    else toast.success(t('export.done'));
  }
  return (
    <Button
      look="ghost"
      size="sm"
      icon={<Download className="icon" aria-hidden />}
      pending={pending}
      pendingLabel={t('export.pending')}
      onClick={press}
    >
      {t(list === 'orders' ? 'export.orders' : 'export.download')}
    </Button>
  );
}
