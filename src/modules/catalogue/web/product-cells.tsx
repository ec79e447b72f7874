import { Check, Megaphone, Pencil, Tag, Trash2 } from 'lucide-react';
import { useFetcher } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { MyProduct } from '../contract.ts';
import { mayAdvertise, mayEdit, maySell, mayUnsell } from '../rules.ts';
import type { ChangeForm, ProductChange } from './change-product.ts';

/** Returns the props of a button that makes a change without a question. */
function useChange(product: MyProduct, change: ProductChange) {
  const fetcher = useFetcher();
  const { _id: id, productName: name } = product;
  return {
    pending: fetcher.state !== 'idle',
    onClick: () => void fetcher.submit({ change, id, name } satisfies ChangeForm, { method: 'post' }),
  };
}

const stateOf = (product: MyProduct) => ({ status: product.status ? 'sold' : 'unsold', paid: product.paid }) as const;

/** UNSOLD is a button; SOLD a chip, with a button back unless the product was paid for here. */
export function StatusCell({ product, onSell }: { product: MyProduct; onSell(): void }) {
  const { t } = useTranslator();
  const unsell = useChange(product, 'unsell');
  const { productName: name } = product;
  if (maySell(stateOf(product)))
    return (
      <Button
        size="sm"
        look="ghost"
        className="mine-cell mine-unsold"
        icon={<Tag className="icon" aria-hidden />}
        aria-label={t('act.markSold', { name })}
        onClick={onSell}
      >
        {t('status.UNSOLD')}
      </Button>
    );
  return (
    <span className="mine-cell mine-status">
      <Chip tone="ok" icon={<Check className="icon" aria-hidden />}>
        {t('status.SOLD')}
      </Chip>
      {mayUnsell(stateOf(product)) && (
        <Button size="sm" look="quiet" aria-label={t('mine.unsellName', { name })} {...unsell}>
          {t('mine.unsell')}
        </Button>
      )}
    </span>
  );
}

export function ActionCell({ product, onDelete }: { product: MyProduct; onDelete(): void }) {
  const { t } = useTranslator();
  const { _id: id, productName: name } = product;
  return (
    <span className="mine-cell mine-action">
      {mayEdit(stateOf(product)) && (
        <LinkButton
          size="sm"
          look="quiet"
          to={`/dashboard/myproduct/${id}/edit`}
          icon={<Pencil className="icon" aria-hidden />}
          aria-label={t('edit.actionName', { name })}
        >
          {t('edit.action')}
        </LinkButton>
      )}
      <Button
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('mine.deleteName', { name })}
        onClick={onDelete}
      >
        {t('act.delete')}
      </Button>
    </span>
  );
}

/** Whether the product is on the home page; a sold one never is. One button for both, so that it keeps the focus. */
export function AdvertiseCell({ product }: { product: MyProduct }) {
  const { t } = useTranslator();
  const on = product.advertiseEnable;
  const change = useChange(product, on ? 'unadvertise' : 'advertise');
  const { productName: name } = product;
  if (!mayAdvertise(stateOf(product))) return <span className="mine-note">{t('mine.notForSold')}</span>;
  return (
    <span className="mine-cell mine-advertise">
      {on && (
        <span className="mine-on">
          <Check className="mine-tick" aria-hidden />
          {t('act.onHome')}
        </span>
      )}
      <Button
        size="sm"
        look={on ? 'quiet' : 'gada'}
        icon={on ? undefined : <Megaphone className="icon" aria-hidden />}
        aria-label={t(on ? 'mine.unadvertiseName' : 'mine.advertiseName', { name })}
        {...change}
      >
        {t(on ? 'mine.unadvertise' : 'act.advertise')}
      </Button>
    </span>
  );
}
