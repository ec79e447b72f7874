import './icon-square.css';
import type { LucideIcon } from 'lucide-react';

/** An icon on a coloured square, before a line of text. */
export function IconSquare({ Icon, tone }: { Icon: LucideIcon; tone: string }) {
  return (
    <span className={`icon-square tone-${tone}`}>
      <Icon aria-hidden />
    </span>
  );
}
