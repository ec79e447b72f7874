import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '#platform/web/words.tsx';
import { IconButton } from '#ui/icon-button.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((file) => ({ default: file.ReportDialog })));

/** A flag that reports a product to the admins. For signed-in people, not for the product's own seller. */
export function ReportButton({ product }: { product: { _id: string; productName: string } }) {
  const { t } = useWords();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  function ask() {
    setAsked(true);
    setOpen(true);
  }
  return (
    <>
      <IconButton
        label={t('reports.button', { name: product.productName })}
        icon={<Flag className="icon" aria-hidden />}
        onClick={ask}
      />
      {asked && (
        <Suspense>
          <ReportDialog product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
