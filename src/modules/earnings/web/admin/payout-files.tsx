import { FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFetcher, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey } from '#platform/forms/before-script.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { DownloadButton } from '#platform/lists/download-button.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { downloadPayouts, type PayoutFile, type PayoutFiles, type PayoutSummary } from '../../payouts.contract.ts';
import { dayOf } from '../../rules.ts';

/** Returns the key of the list in the browser's history. Links between files keep it. */
export function useListKey(): string {
  const { key, state } = useLocation();
  return state?.listKey ?? key;
}

/** Returns where a link to the newest files leads, or to those before `before`. The question above the list stays. */
function useFilesLink() {
  const [search] = useSearchParams();
  const options = { state: { listKey: useListKey() }, preventScrollReset: true };
  function linkTo(before?: string) {
    const query = new URLSearchParams(search);
    before ? query.set('before', before) : query.delete('before');
    return { to: `?${query}`, ...options };
  }
  return { before: search.get('before'), linkTo };
}

/** The admin's bank files, newest first, with a form that makes one, and links to earlier and newest ones. */
export function BankFiles({ bank: { files, more }, summary }: { bank: PayoutFiles; summary: PayoutSummary }) {
  const { t } = useTranslator();
  const { before, linkTo } = useFilesLink();
  const heading = useHeadingFocus(before);
  const last = files.at(-1);
  if (!last && !before && summary.sent.count === 0) return null;
  return (
    <section className="payouts-files" aria-labelledby="payouts-files">
      <h2 id="payouts-files" tabIndex={-1} ref={heading}>
        {t('payout.files')}
      </h2>
      {summary.transfers && <p className="payouts-how">{t('payout.howSent')}</p>}
      <MakeFile />
      {files.some(({ open }) => open > 0) && (
        <noscript>
          <p className="payouts-how">{t('payout.fileScript')}</p>
        </noscript>
      )}
      {last && (
        <ul>
          {files.map((file) => (
            <li key={file.madeAt}>
              <FileLine file={file} />
            </li>
          ))}
        </ul>
      )}
      {last && more && (
        <LinkButton look="ghost" size="sm" {...linkTo(last.madeAt)}>
          {t('payout.earlierFiles')}
        </LinkButton>
      )}
      {before && (
        <LinkButton look="ghost" size="sm" {...linkTo()}>
          {t('payout.newestFiles')}
        </LinkButton>
      )}
    </section>
  );
}

/** Focuses the heading when the pressed link is gone with the other files. */
function useHeadingFocus(before: string | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(before);
  useEffect(() => {
    if (shown.current === before) return;
    shown.current = before;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [before]);
  return heading;
}

/** Makes a bank file, and navigates to the newest files. Enter in the list submits another form. */
function MakeFile() {
  const { t } = useTranslator();
  const { before, linkTo } = useFilesLink();
  const navigate = useNavigate();
  const fetcher = useFetcher<ActionResult>();
  const key = useFormKey(fetcher.data);
  const { to, ...options } = linkTo();
  useActionResult(fetcher, ({ done }) => done && before && navigate(to, options));
  return (
    <fetcher.Form method="post" action={to}>
      <input type="hidden" name="key" value={key} />
      <Button
        type="submit"
        size="sm"
        name="intent"
        value="file"
        icon={<FileText className="icon" aria-hidden />}
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('earn.downloadPending')}
      >
        {t('payout.makeFile')}
      </Button>
    </fetcher.Form>
  );
}

/** The download of a file, and the number of its payouts. A file without an open payout has nothing to download. */
function FileLine({ file: { madeAt, firstNumber, count, open, isAssumed } }: { file: PayoutFile }) {
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
      {isAssumed && open > 0 && <small>{t('payout.fileAssumed')}</small>}
    </>
  );
}
