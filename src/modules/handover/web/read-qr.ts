/** Returns the text of the QR code that a video shows; undefined while it shows none. */
type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Shape Detection (https://wicg.github.io/shape-detection-api). TypeScript's DOM types lack it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The types of the package describe another kind of module than its file. */
interface JsQr {
  default(pixels: Uint8ClampedArray, width: number, height: number): { data: string } | null;
}

/** Returns the reader of the browser, or loads one. */
export async function openQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  if (!(await BarcodeDetector?.getSupportedFormats())?.includes('qr_code') || !BarcodeDetector) return loadReader();
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

async function loadReader(): Promise<QrReader> {
  const { default: jsqr } = (await import('jsqr')) as unknown as JsQr;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!canvas || width === 0) return undefined;
    Object.assign(canvas.canvas, { width, height });
    canvas.drawImage(video, 0, 0);
    return jsqr(canvas.getImageData(0, 0, width, height).data, width, height)?.data;
  };
}
