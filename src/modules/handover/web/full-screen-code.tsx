import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useOverlay } from '#ui/use-overlay.ts';
import type { QrDrawing } from './draw-qr.ts';
import { Code, QrPlate } from './pick-up-code.tsx';

/** The code on a white screen that stays on. */
export function FullScreenCode({ code, qr, onClose }: { code: string; qr: QrDrawing; onClose(): void }) {
  const { t } = useTranslator();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(keepScreenOn, []);
  // Closing the dialog restores the focus.
  useOverlay(true, () => dialog.current?.close());
  return (
    <dialog className="code-full" ref={dialog} aria-label={t('code.title')} onClose={onClose}>
      <IconButton label={t('common.close')} icon={<X aria-hidden />} onClick={() => dialog.current?.close()} />
      <Code code={code} />
      <QrPlate qr={qr} label={t('code.qrAlt')} />
    </dialog>
  );
}

/** Keeps the screen on until the returned function is called. The browser ends the lock of a hidden page. */
function keepScreenOn(): () => void {
  const ended = new AbortController();
  async function lock() {
    if (document.hidden || !('wakeLock' in navigator)) return;
    const held = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (ended.signal.aborted) held?.release();
    else ended.signal.addEventListener('abort', () => held?.release());
  }
  lock();
  document.addEventListener('visibilitychange', lock, { signal: ended.signal });
  return () => ended.abort();
}
