import type { QrDrawing } from './draw-qr.ts';

/** Six digits in groups of three. A screen reader says them one by one. */
export function Code({ code }: { code: string }) {
  return (
    <p className="code">
      <span aria-hidden>{code.slice(0, 3)}</span>
      <span aria-hidden>{code.slice(3)}</span>
      <span className="sr">{[...code].join(' ')}</span>
    </p>
  );
}

/** A QR code on white, with its quiet zone. */
export function QrPlate({ qr, label }: { qr: QrDrawing; label: string }) {
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={qr.path} />
      </svg>
    </div>
  );
}
