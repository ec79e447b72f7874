import './button.css';
import { RefreshCw } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

export type ButtonLook = 'brand' | 'ghost' | 'gada' | 'white' | 'quiet' | 'danger' | 'danger-quiet';
type ButtonSize = 'sm' | 'md' | 'lg';

interface Looks {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Fills the width of its container. */
  wide?: boolean;
  icon?: ReactNode;
}

function classes({ look = 'brand', size = 'md', wide }: Looks, className?: string): string {
  return ['button', `button-${look}`, `button-${size}`, wide && 'button-wide', className].filter(Boolean).join(' ');
}

type ButtonProps = Looks &
  ComponentProps<'button'> & {
    /** While true the label is `pendingLabel` and presses are ignored. */
    pending?: boolean;
    pendingLabel?: string;
  };

/** A button. While pending it keeps its width and stays focusable. */
export function Button(props: ButtonProps) {
  const { look, size, wide, icon, pending = false, pendingLabel, className, children, onClick, ...rest } = props;
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes({ look, size, wide }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={press}
    >
      <span className="button-label" data-hidden={pending || undefined}>
        {icon}
        {children}
      </span>
      {pending && (
        <span className="button-label button-pending">
          <RefreshCw className="icon button-spin" aria-hidden />
          {pendingLabel ?? children}
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button. A URL of another site, or `reload`, leaves the single-page app. */
export function LinkButton(props: Looks & LinkProps & { ref?: ComponentProps<'a'>['ref'] }) {
  const { look, size, wide, icon, className, children, prefetch = 'intent', ...rest } = props;
  return (
    <Link {...rest} prefetch={prefetch} className={classes({ look, size, wide }, className)}>
      <span className="button-label">
        {icon}
        {children}
      </span>
    </Link>
  );
}
