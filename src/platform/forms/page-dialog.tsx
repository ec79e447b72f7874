import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { StaticDialog, useClosedPath, useHydrated } from './before-script.tsx';

interface PageDialogProps extends ComponentProps<typeof Dialog> {
  /** The parameter of the page's address that opens the dialog. */
  param: string;
}

/** A dialog. Before the page's script has loaded it is a section of the page. */
export function PageDialog({ param, ...props }: PageDialogProps) {
  const closed = useClosedPath(param);
  if (useHydrated()) return <Dialog {...props} />;
  return (
    props.open && (
      <StaticDialog {...props}>
        <Link className="text-link" to={closed}>
          {props.closeLabel}
        </Link>
        {props.children}
      </StaticDialog>
    )
  );
}
