import './icon-square.css';
import type { LucideIcon } from 'lucide-react';

/** An icon on a coloured square. */
export function IconSquare({ Sign, tone }: { Sign: LucideIcon; tone: string }) {
  return (
    <span className={`icon-square tone-${tone}`}>
      <Sign aria-hidden />
    </span>
  );
}
