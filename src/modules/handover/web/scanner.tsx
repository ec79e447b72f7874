import './scanner.css';
import { Keyboard, Zap } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { openQrReader } from './read-qr.ts';
import { codeInUrl } from './typed-code.ts';

const READ_INTERVAL_MS = 150;

type Sight = 'looking' | 'other' | 'denied';

interface ScannerProps {
  bookingId: string;
  onCode(digits: string): void;
  onClose(): void;
}

/** Reads the code of a booking from a QR code with the camera. */
export function Scanner({ bookingId, onCode, onClose }: ScannerProps) {
  const { t } = useTranslator();
  const video = useRef<HTMLVideoElement>(null);
  const [sight, setSight] = useState<Sight>('looking');
  const [camera, setCamera] = useState<MediaStreamTrack>();
  const found = useEffectEvent((address: string) => {
    const digits = codeInUrl(address, bookingId);
    if (digits) onCode(digits);
    else setSight('other');
  });

  useEffect(() => {
    const ended = new AbortController();
    const screen = video.current;
    if (screen)
      watch(screen, ended.signal, { found, opened: setCamera }).catch((error: unknown) => {
        if (!ended.signal.aborted) setSight('denied');
        if (!(error instanceof DOMException)) console.error(error);
      });
    return () => ended.abort();
  }, []);

  return (
    <div className="scanner">
      {sight === 'denied' ? (
        <Alert tone="warning">{t('hand.scanDenied')}</Alert>
      ) : (
        <>
          <div className="scanner-window">
            <video ref={video} muted playsInline />
            <svg viewBox="0 0 100 100" aria-hidden>
              <path d="M4 24V10a6 6 0 0 1 6-6h14M76 4h14a6 6 0 0 1 6 6v14M96 76v14a6 6 0 0 1-6 6H76M24 96H10a6 6 0 0 1-6-6V76" />
            </svg>
          </div>
          <p role="status">{t(sight === 'other' ? 'hand.scanOther' : 'hand.scanBody')}</p>
        </>
      )}
      <div className="now-answers">
        {camera && hasTorch(camera) && <Torch camera={camera} />}
        <Button look="ghost" icon={<Keyboard className="icon" aria-hidden />} onClick={onClose}>
          {t('hand.scanType')}
        </Button>
      </div>
    </div>
  );
}

/** Shows the camera, and reports each text that it sees. Ends with the signal. @throws when there is no camera. */
async function watch(
  screen: HTMLVideoElement,
  signal: AbortSignal,
  on: { found(text: string): void; opened(camera: MediaStreamTrack): void },
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => stream.getTracks().forEach((track) => void track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  screen.srcObject = stream;
  const [read] = await Promise.all([openQrReader(), screen.play()]);
  const [camera] = stream.getVideoTracks();
  if (camera) on.opened(camera);
  while (!signal.aborted) {
    const text = await read(screen);
    if (text && !signal.aborted) on.found(text);
    await new Promise((resolve) => setTimeout(resolve, READ_INTERVAL_MS));
  }
}

/** The light of a camera (Image Capture). TypeScript's DOM types lack it. */
interface TorchSettings extends MediaTrackConstraintSet {
  torch?: boolean;
}

function hasTorch(camera: MediaStreamTrack): boolean {
  const abilities: (MediaTrackCapabilities & { torch?: boolean }) | undefined = camera.getCapabilities?.();
  return abilities?.torch === true;
}

function Torch({ camera }: { camera: MediaStreamTrack }) {
  const { t } = useTranslator();
  const [on, setOn] = useState(false);
  async function turn() {
    const advanced: MediaTrackConstraintSet[] = [{ torch: !on } as TorchSettings];
    await camera.applyConstraints({ advanced });
    setOn(!on);
  }
  return (
    <Button look="ghost" aria-pressed={on} icon={<Zap className="icon" aria-hidden />} onClick={turn}>
      {t('hand.torch')}
    </Button>
  );
}
