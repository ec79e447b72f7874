import './code-card.css';
import { Copy, Maximize, ShieldCheck } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import type { QrDrawing } from './draw-qr.ts';
import { FullScreenCode } from './full-screen-code.tsx';
import { Code, QrPlate } from './pick-up-code.tsx';

/** The code of a handover, in digits and as a QR code. */
export function CodeCard({ code, qr }: { code: string; qr: QrDrawing }) {
  const { t } = useTranslator();
  const [full, setFull] = useState(false);
  const hydrated = useHydrated();
  return (
    <div className="code-card">
      <div>
        <h3>{t('code.title')}</h3>
        <Code code={code} />
        <div className="code-buttons">
          <CopyCode code={code} />
          {hydrated && (
            <Button look="ghost" icon={<Maximize className="icon" aria-hidden />} onClick={() => setFull(true)}>
              {t('code.full')}
            </Button>
          )}
        </div>
      </div>
      <QrPlate qr={qr} label={t('code.qrAlt')} />
      <p className="order-safe">
        <ShieldCheck className="icon" aria-hidden />
        <span>
          {t('code.rule')} {t('code.qr')}
        </span>
      </p>
      {full && <FullScreenCode code={code} qr={qr} onClose={() => setFull(false)} />}
    </div>
  );
}

const neverChanges = () => () => undefined;
const mayCopy = () => navigator.clipboard !== undefined;

/** Rendered only where the browser has a clipboard. */
function CopyCode({ code }: { code: string }) {
  const { t } = useTranslator();
  const [copied, setCopied] = useState(false);
  const canCopy = useSyncExternalStore(neverChanges, mayCopy, () => false);
  if (!canCopy) return null;
  async function copy() {
    await navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }
  return (
    <>
      <Button look="ghost" icon={<Copy className="icon" aria-hidden />} onClick={copy}>
        {t('code.copy')}
      </Button>
      <span className="code-copied" role="status">
        {copied && t('code.copied')}
      </span>
    </>
  );
}
