import { FileText } from 'lucide-react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { DownloadButton } from '#platform/lists/download-button.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { downloadPayouts, type PayoutFile, type PayoutFiles, type PayoutSummary } from '../../payouts.contract.ts';
import { dayOf } from '../../rules.ts';

/** The admin's files for the bank, newest first, with a form that makes one, and a link to earlier ones. */
export function BankFiles({ bank: { files, more }, summary }: { bank: PayoutFiles; summary: PayoutSummary }) {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const last = files.at(-1);
  if (!last && summary.sent.count === 0) return null;
  const earlier = new URLSearchParams(search);
  if (last) earlier.set('before', last.madeAt);
  return (
    <section className="payouts-files" aria-labelledby="payouts-files">
      <h2 id="payouts-files">{t('payout.files')}</h2>
      {summary.transfers && <p className="payouts-how">{t('payout.howSent')}</p>}
      <MakeFile />
      {last && (
        <ul>
          {files.map((file) => (
            <li key={file.madeAt}>
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <LinkButton look="ghost" size="sm" to={`?${earlier}`} preventScrollReset>
          {t('payout.earlierFiles')}
        </LinkButton>
      )}
    </section>
  );
}

/** A form of its own: no key and no other button of the list makes a file. It leads to the newest files. */
function MakeFile() {
  const { t } = useTranslator();
  const [search] = useSearchParams();
  const navigation = useNavigation();
  const key = useFormKey(useReply({ data: undefined }));
  const newest = new URLSearchParams(search);
  newest.delete('before');
  return (
    <Form method="post" action={`?${newest}`} preventScrollReset>
      <input type="hidden" name="key" value={key} />
      <Button
        type="submit"
        size="sm"
        name="intent"
        value="file"
        icon={<FileText className="icon" aria-hidden />}
        pending={navigation.formData?.get('intent') === 'file'}
        pendingLabel={t('earn.downloadPending')}
      >
        {t('payout.makeFile')}
      </Button>
    </Form>
  );
}

/** The download of a file, and the number of its payouts. A file without an open payout has nothing to download. */
function FileLine({ file: { madeAt, firstNumber, count, open } }: { file: PayoutFile }) {
  const { t, date } = useTranslator();
  const values = { date: date(madeAt), number: firstNumber };
  return (
    <>
      {open > 0 ? (
        <DownloadButton
          call={downloadPayouts}
          input={{ query: { madeAt } }}
          name={`payouts-${firstNumber}`}
          day={dayOf(new Date(madeAt))}
          label={t('payout.fileOf', values)}
          pendingLabel={t('earn.downloadPending')}
          done={t('earn.downloaded')}
        />
      ) : (
        <span>{t('payout.fileClosed', values)}</span>
      )}
      <small className="num">{t('payout.fileCounts', { n: count, open })}</small>
    </>
  );
}
