import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { OpenerForm } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

/** Where report forms go, whichever page they stand on. */
const REPORTS_PAGE = '/dashboard/myreports';

export const ReportDialog = lazy(() => import('./report-dialog.tsx').then((file) => ({ default: file.ReportDialog })));

/**
 * A flag that reports a product to the admins; with `text` it says so. For signed-in people, not for the product's own
 * seller.
 */
export function ReportButton({ product, text }: { product: { _id: string; productName: string }; text?: string }) {
  const { t } = useTranslator();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  function ask() {
    setAsked(true);
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
      {asked && (
        <Suspense>
          <ReportDialog action={REPORTS_PAGE} product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
