import './chip.css';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** A short word with its colour: a status, a count. The word says it; the colour only helps. */
export function Chip(props: { tone: 'ok' | 'wait' | 'info' | 'mute'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`chip chip-${props.tone}`}>
      {props.icon}
      {props.children}
    </span>
  );
}

const QUALITY_DOTS = { Excellent: 'excellent', Good: 'good', Fair: 'fair' };

export function QualityChip({ quality, children }: { quality: keyof typeof QUALITY_DOTS; children: ReactNode }) {
  return (
    <span className={`chip chip-quality chip-${QUALITY_DOTS[quality]}`}>
      <i />
      {children}
    </span>
  );
}

/** The fixed badge of advertised things. */
export function OffBadge({ children }: { children: ReactNode }) {
  return <span className="chip chip-off">{children}</span>;
}

/** Beside a verified seller's name; shown with its word, or with the word for readers and as a tooltip only. */
export function VerifiedTick({ label, word }: { label: string; word?: string }) {
  return (
    <span className="verified-tick" title={label}>
      <BadgeCheck className="icon" aria-hidden />
      {word === undefined ? <span className="sr">{label}</span> : word}
    </span>
  );
}
