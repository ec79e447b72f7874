import './chip.css';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** A short word on a colour: a status or a count. The colour is not the only carrier of meaning. */
export function Chip(props: { tone: 'ok' | 'wait' | 'info' | 'mute'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`chip chip-${props.tone}`}>
      {props.icon}
      {props.children}
    </span>
  );
}

const QUALITY_DOTS = { Excellent: 'excellent', Good: 'good', Fair: 'fair' };

/** The condition of a product, with a dot in its colour. */
export function QualityChip({ quality, children }: { quality: keyof typeof QUALITY_DOTS; children: ReactNode }) {
  return (
    <span className={`chip chip-quality chip-${QUALITY_DOTS[quality]}`}>
      <i />
      {children}
    </span>
  );
}

/** The fixed badge of advertised products. */
export function OffBadge({ children }: { children: ReactNode }) {
  return <span className="chip chip-off">{children}</span>;
}

/** A tick beside a verified seller's name. Shows its word, or has it as a tooltip and for screen readers only. */
export function VerifiedTick({ label, word }: { label: string; word?: string }) {
  return (
    <span className="verified-tick" title={label}>
      <BadgeCheck className="icon" aria-hidden />
      {word === undefined ? <span className="sr">{label}</span> : word}
    </span>
  );
}
