import './code-card.css';
import { Maximize, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
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
          {hydrated && (
            <>
              <CopyButton look="ghost" text={code} copied={t('code.copied')} refused={t('code.notCopied')}>
                {t('code.copy')}
              </CopyButton>
              <Button look="ghost" icon={<Maximize className="icon" aria-hidden />} onClick={() => setFull(true)}>
                {t('code.full')}
              </Button>
            </>
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
