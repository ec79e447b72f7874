import './code-form.css';
import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { formatClock } from '#i18n/format.ts';
import type { Sale } from '#modules/bookings/contract.ts';
import { useFormKey, useHydrated, useReply } from '#platform/forms/before-script.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { CODE_CHARS } from '../rules.ts';
import type { OrderResult, RefusedCode } from './act-on-order.ts';
import { CodeBoxes } from './code-boxes.tsx';
import { otherName } from './order-facts.ts';
import { codeInUrl, typedCode } from './typed-code.ts';

const Scanner = lazy(async () => ({ default: (await import('./scanner.tsx')).Scanner }));

/** The seller types or scans the buyer's code. The sixth digit sends it. */
export function CodeForm({ sale }: { sale: Sale }) {
  const { t } = useTranslator();
  const hydrated = useHydrated();
  const fetcher = useFetcher<OrderResult>();
  const reply = useReply(fetcher) as OrderResult | undefined;
  const key = useFormKey(reply);
  const input = useRef<HTMLInputElement>(null);
  const refused = reply?.refusedCode;
  const [code, setCode] = useState(typedCode(refused?.code ?? ''));
  const [isScanning, setScanning] = useState(false);
  const isLocked = useLock(refused?.locked?.until);
  const isWrong = refused !== undefined && typedCode(refused.code) === code;
  const busy = fetcher.state !== 'idle';

  useCodeOfUrl(sale._id, setCode);
  useActionResult(fetcher, ({ done }) => done || input.current?.focus());

  function enter(digits: string) {
    setCode(digits);
    if (digits.length < CODE_CHARS || digits === code || fetcher.state === 'submitting') return;
    fetcher.submit({ intent: 'code', code: digits, key }, { method: 'post' });
  }

  return (
    <fetcher.Form method="post" className="code-form">
      <input type="hidden" name="intent" value="code" />
      <input type="hidden" name="key" value={key} />
      <CodeBoxes
        ref={input}
        label={t('hand.label')}
        code={code}
        error={isWrong && !isLocked ? 'code-error' : undefined}
        locked={isLocked}
        onCode={enter}
      />
      {isWrong && !isLocked && (
        <div id="code-error">
          <FieldError role="alert">{refused.message}</FieldError>
          <p className="code-hint">{t('hand.wrongHint', { name: otherName(sale, t) })}</p>
        </div>
      )}
      {isLocked && refused && <Locked sale={sale} refused={refused} />}
      {isScanning && (
        <Suspense>
          <Scanner
            bookingId={sale._id}
            onCode={(digits) => {
              setScanning(false);
              enter(digits);
            }}
            onClose={() => {
              setScanning(false);
              input.current?.focus();
            }}
          />
        </Suspense>
      )}
      <div className="now-answers">
        <Button type="submit" size="lg" pending={busy} pendingLabel={t('hand.pending')} disabled={isLocked}>
          {t('hand.submit')}
        </Button>
        {hydrated && !isScanning && !isLocked && (
          <Button
            look="ghost"
            size="lg"
            icon={<ScanLine className="icon" aria-hidden />}
            onClick={() => setScanning(true)}
          >
            {t('hand.scan')}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

function Locked({ sale, refused: { locked } }: { sale: Sale; refused: RefusedCode }) {
  const { t, language } = useTranslator();
  if (!locked) return null;
  const time = formatClock(language, locked.until);
  const name = otherName(sale, t);
  return (
    <Alert tone="error" title={t('hand.locked')}>
      {t(sale.method === 'cash' ? 'hand.lockedCash' : 'hand.lockedBody', { time, minutes: locked.minutes, name })}
    </Alert>
  );
}

function useLock(until: string | undefined): boolean {
  const [ended, setEnded] = useState<string>();
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => setEnded(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== undefined && ended !== until;
}

/** Reads the code from the fragment of a scanned URL, and removes it from the history. */
function useCodeOfUrl(bookingId: string, setCode: (digits: string) => void): void {
  useEffect(() => {
    const digits = codeInUrl(window.location.href, bookingId);
    if (!digits) return;
    setCode(digits);
    history.replaceState(history.state, '', window.location.pathname + window.location.search);
  }, [bookingId, setCode]);
}
