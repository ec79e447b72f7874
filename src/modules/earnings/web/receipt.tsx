import './paper.css';
import type { ReactNode } from 'react';
import { authenticatedLoader, cachedClientLoader, type UserRequest } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { getReceipt, type Receipt } from '../contract.ts';
import type { Route } from './+types/receipt.ts';
import { PrintButton } from './print-button.tsx';

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

/** Number, date, names, item, sums and method of a receipt. */
function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t, money, date } = useTranslator();
  const { number, soldAt, itemName, method, price, fee, returned, returning, transactionId } = receipt;
  return (
    <>
      <dl className="paper-facts">
        <Fact label={t('receipt.number')}>
          <span className="num">{number}</span>
        </Fact>
        <Fact label={t('receipt.date')}>
          <time dateTime={soldAt}>{date(soldAt)}</time>
        </Fact>
        <Fact label={t('receipt.seller')}>{receipt.sellerName || t('earn.buyerGone')}</Fact>
        <Fact label={t('receipt.buyer')}>{receipt.buyerName || t('earn.buyerGone')}</Fact>
        <Fact label={t('receipt.method')}>{t(`receipt.by.${method}`)}</Fact>
        {transactionId && <Fact label={t('receipt.transaction')}>{transactionId}</Fact>}
      </dl>
      <dl className="paper-facts num">
        <Fact label={itemName}>{money(price)}</Fact>
        {returned > 0 && <Fact label={t('receipt.returned')}>{money(-returned)}</Fact>}
        {returning > 0 && <Fact label={t('receipt.returning')}>{money(-returning)}</Fact>}
        <Fact label={t('receipt.total')} isTotal>
          {money(price - returned - returning)}
        </Fact>
        {fee !== undefined && <Fact label={t('receipt.fee')}>{fee > 0 ? money(fee) : t('receipt.noFee')}</Fact>}
      </dl>
    </>
  );
}

function Fact({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <div className={isTotal ? 'paper-total' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
