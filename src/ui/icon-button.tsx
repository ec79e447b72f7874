import './icon-button.css';
import type { ComponentProps, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string;
  icon: ReactNode;
  look?: 'plain' | 'floating' | 'sunken' | 'on-dark';
}

/** A button that shows only an icon. Its target is 44 px. */
export function IconButton({ label, icon, look = 'plain', className, ...rest }: IconButtonProps) {
  const classes = ['icon-button', `icon-button-${look}`, className].filter(Boolean).join(' ');
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={classes}>
      {icon}
    </button>
  );
}
