import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { StaticDialog, useClosedPath, useHydrated } from './before-script.tsx';

interface PageDialogProps extends Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'discard' | 'size'> {
  /** The parameter of the page's address that opens the dialog. */
  param: string;
  closeLabel?: string;
  /** Asks before typed input is discarded. */
  discard?: boolean;
}

/** A dialog. Before the page's script has loaded it is a section of the page. */
export function PageDialog({ param, discard, ...given }: PageDialogProps) {
  const { t } = useTranslator();
  const closed = useClosedPath(param);
  const props = { size: 'sm' as const, closeLabel: t('common.close'), ...given };
  const question = { question: t('common.discardQ'), keep: t('common.keepEditing'), discard: t('common.discard') };
  if (useHydrated()) return <Dialog {...props} {...(discard && { discard: question })} />;
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
