import type { PageList } from '#modules/audit/rules.ts';
import { DownloadButton } from '#platform/lists/download-button.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { exportList } from '../contract.ts';

/** Downloads a whole list, not only the rows on the screen. */
export function CsvButton({ list }: { list: PageList }) {
  const { t } = useTranslator();
  return (
    <DownloadButton
      call={exportList}
      input={{ params: { list } }}
      name={list}
      label={t(list === 'orders' ? 'export.orders' : 'export.download')}
      pendingLabel={t('export.pending')}
      done={t('export.done')}
    />
  );
}
