import './paper.css';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { getReceipt } from '../contract.ts';
import type { Route } from './+types/receipt.ts';
import { PrintButton } from './print-button.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';

export const handle = { title: 'receipt.title', thing: 'receipt.thing' } as const;

export const loader = authenticatedLoader(({ api, params }: UserRequest<Route.LoaderArgs['params']>) =>
  api.send(getReceipt, { params: { bookingId: params.id } }),
);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();

/** The receipt of a sale, for its buyer and its seller. */
export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  return (
    <>
      <title>{`${t('receipt.title')} ${receipt.number} · ${product}`}</title>
      <div className="paper-actions">
        <PrintButton label={t('receipt.print')} />
      </div>
      <article className="paper">
        <header className="paper-head">
          <h1 tabIndex={-1}>{t('receipt.title')}</h1>
          <b>{product}</b>
        </header>
        <ReceiptFacts receipt={receipt} />
        {receipt.method === 'cash' && <p className="paper-note">{t('receipt.cashNote')}</p>}
      </article>
    </>
  );
}
