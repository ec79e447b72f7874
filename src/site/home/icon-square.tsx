import './icon-square.css';
import type { LucideIcon } from 'lucide-react';

/** A sign on a square of its own colour. */
export function IconSquare({ Sign, tone }: { Sign: LucideIcon; tone: string }) {
  return (
    <span className={`icon-square tone-${tone}`}>
      <Sign aria-hidden />
    </span>
  );
}
