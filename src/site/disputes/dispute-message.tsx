import type { DisputeDetails } from '#modules/disputes/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';

type ThreadEntry = DisputeDetails['thread'][number];

/** Returns the first name of a side, or the store's name. */
export function useNameOf({ buyerName, sellerName }: Pick<DisputeDetails, 'buyerName' | 'sellerName'>) {
  const { t, product } = useTranslator();
  return (by: ThreadEntry['by']) =>
    by === 'store' ? product : (by === 'buyer' ? buyerName : sellerName) || t('disputes.gone');
}

/** A part of the thread: the words of a side or a decision, with photos. */
export function DisputeMessage({ dispute, entry }: { dispute: DisputeDetails; entry: ThreadEntry }) {
  const { t, date } = useTranslator();
  const name = useNameOf(dispute)(entry.by);
  const { kind, by, at, text, photos } = entry;
  return (
    <article className={`dispute-message dispute-message-${by}`}>
      <p className="dispute-message-head">
        <b>{name}</b>
        <small>
          {by !== 'store' && `${t(`disputes.${by}`)} · `}
          <time dateTime={at}>{date(at)}</time>
        </small>
      </p>
      {kind === 'claim' && <p className="dispute-reason">{t(`disputes.reason.${dispute.reason}`)}</p>}
      {text && <p className="dispute-text">{text}</p>}
      {photos.length > 0 && (
        <ul className="dispute-pictures">
          {photos.map((photo, index) => (
            <li key={photo}>
              <a href={photo} target="_blank" rel="noreferrer">
                <img src={photo} alt={t('disputes.photoAlt', { n: index + 1, name })} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <b>
          <MessageSummary dispute={dispute} entry={entry} name={name} />
        </b>
      </p>
    </article>
  );
}

/** The demand, the choice or the outcome in one sentence. */
function MessageSummary({ dispute, entry, name }: { dispute: DisputeDetails; entry: ThreadEntry; name: string }) {
  const { t, money } = useTranslator();
  const { kind, amount = 0, outcome, withReturn } = entry;
  if (kind === 'listing') return null;
  if (kind === 'claim')
    return entry.amount === undefined
      ? t('disputes.wantsAll', { name, amount: money(dispute.itemPrice) })
      : t('disputes.wantsPart', { name, amount: money(amount) });
  if (kind === 'decision' && outcome)
    return (
      <>
        {t(`disputes.decided.${outcome}`, { amount: money(amount) })}
        {withReturn && <br />}
        {withReturn && t('disputes.returnFirst')}
      </>
    );
  return kind === 'decision' ? null : t(`disputes.says.${kind}`, { name, amount: money(amount) });
}
