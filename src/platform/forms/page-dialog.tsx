import type { ComponentProps } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { StaticDialog, useHydrated } from './before-script.tsx';

/** A dialog. Before the page's script has loaded it is a section of the page. */
export function PageDialog(props: ComponentProps<typeof Dialog>) {
  if (useHydrated()) return <Dialog {...props} />;
  return props.open && <StaticDialog {...props} />;
}
