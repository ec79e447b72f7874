import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { OpenerForm } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

/** The page whose action receives report forms. */
const REPORTS_PAGE = '/dashboard/myreports';

export const ReportDialog = lazy(() => import('./report-dialog.tsx').then((file) => ({ default: file.ReportDialog })));

/** A button that reports a product of another seller to the admins: an icon, or `text`. */
export function ReportButton({ product, text }: { product: { _id: string; productName: string }; text?: string }) {
  const { t } = useTranslator();
  const [needed, setNeeded] = useState(false);
  const [open, setOpen] = useState(false);
  function ask() {
    setNeeded(true);
    setOpen(true);
  }
  const flag = <Flag className="icon" aria-hidden />;
  return (
    <>
      <OpenerForm name="report" value={product._id} open={ask} action={REPORTS_PAGE}>
        {text ? (
          <Button type="submit" look="quiet" size="sm" icon={flag}>
            {text}
          </Button>
        ) : (
          <IconButton type="submit" label={t('reports.button', { name: product.productName })} icon={flag} />
        )}
      </OpenerForm>
      {needed && (
        <Suspense>
          <ReportDialog action={REPORTS_PAGE} product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
