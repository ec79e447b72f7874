import { type RefObject, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/web/run-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { useActionResult } from '#platform/web/use-action-result.ts';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import type { MyProduct } from '../contract.ts';
import type { ChangeForm } from './change-product.ts';

/** A change that needs a confirmation. */
export interface Question {
  change: 'sell' | 'delete';
  product: MyProduct;
}

interface ProductQuestionProps {
  question: Question | null;
  onClose(): void;
  /** Takes the focus when the button that opened the question is gone. */
  heading: RefObject<HTMLElement | null>;
}

/** Asks before a product is marked as sold or deleted, and stays open until it is. */
export function ProductQuestion({ question, onClose, heading }: ProductQuestionProps) {
  const { t } = useTranslator();
  // A closing dialog keeps its texts.
  const latest = useRef(question);
  if (question) latest.current = question;
  const { change = 'sell', product } = latest.current ?? {};
  const fetcher = useFetcher<ActionResult>({ key: `${change}-${product?._id}` });
  const { state, data } = fetcher;
  useActionResult(fetcher, onClose);

  const name = product?.productName ?? '';
  function confirm() {
    if (!product) return;
    fetcher.submit({ change, id: product._id, name } satisfies ChangeForm, { method: 'post' });
  }
  const selling = change === 'sell';
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={onClose}
      onConfirm={confirm}
      title={t(selling ? 'mine.sellQ' : 'act.deleteQ', { name })}
      effect={[product?.booked && t('mine.bookedEffect'), t(selling ? 'mine.sellEffect' : 'mine.deleteEffect')]
        .filter(Boolean)
        .join(' ')}
      keepLabel={t(selling ? 'mine.keepUnsold' : 'common.keepIt')}
      confirmLabel={t(selling ? 'mine.sell' : 'act.delete')}
      confirmLook={selling ? 'brand' : 'danger'}
      pending={state !== 'idle'}
      pendingLabel={t(selling ? 'mine.selling' : 'mine.deleting')}
      {...(data?.done ? { finalFocus: heading } : {})}
    />
  );
}
