import './heart.css';
import { Heart as HeartShape } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';

/** A toggle button for the wishlist. `saved` may be optimistic; the owner reverts it when the server refuses. */
export function Heart(
  props: { saved: boolean; label: string } & Omit<ComponentProps<'button'>, 'children' | 'aria-label'>,
) {
  const { saved, label, className, ...rest } = props;
  return (
    <IconButton
      {...rest}
      look="floating"
      className={`heart ${className ?? ''}`}
      label={label}
      aria-pressed={saved}
      icon={<HeartShape aria-hidden />}
    />
  );
}
