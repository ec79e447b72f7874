import { RowQuestion } from '#platform/forms/row-question.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { MyProduct } from '../contract.ts';
import type { ChangeForm } from './change-product.ts';

interface ProductQuestionsProps {
  selling: RowAction<MyProduct>;
  deleting: RowAction<MyProduct>;
}

/** Ask before a product is marked as sold or deleted. */
export function ProductQuestions({ selling, deleting }: ProductQuestionsProps) {
  const { t } = useTranslator();
  const effectOn = ({ booked }: MyProduct, effect: string) => (booked ? `${t('mine.bookedEffect')} ${effect}` : effect);
  return (
    <>
      <RowQuestion
        of={selling}
        question={(product) => ({
          fields: { change: 'sell', id: product._id, name: product.productName } satisfies ChangeForm,
          title: t('mine.sellQ', { name: product.productName }),
          effect: effectOn(product, t('mine.sellEffect')),
          keepLabel: t('mine.keepUnsold'),
          confirmLabel: t('mine.sell'),
          confirmLook: 'brand',
          pendingLabel: t('mine.selling'),
        })}
      />
      <RowQuestion
        of={deleting}
        question={(product) => ({
          fields: { change: 'delete', id: product._id, name: product.productName } satisfies ChangeForm,
          title: t('act.deleteQ', { name: product.productName }),
          effect: effectOn(product, t('mine.deleteEffect')),
          keepLabel: t('common.keepIt'),
          confirmLabel: t('act.delete'),
          pendingLabel: t('mine.deleting'),
        })}
      />
    </>
  );
}
