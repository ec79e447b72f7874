import '#modules/handover/web/timeline.css';
import { Check, X } from 'lucide-react';
import { PROBLEM_STEPS, stepKey } from '#modules/bookings/rules.ts';
import type { DisputeDetails } from '#modules/disputes/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Picture } from '#ui/picture.tsx';
import { useNameOf } from './dispute-message.tsx';

/** The steps of the booking with their times. */
export function DisputeSteps({ dispute }: { dispute: DisputeDetails }) {
  const { t, date } = useTranslator();
  const nameOf = useNameOf(dispute);
  return (
    <section className="dispute-card" aria-labelledby="steps-title">
      <h2 id="steps-title">{t('disputes.happened')}</h2>
      <ol className="timeline">
        {dispute.timeline.map(({ step, by, at }) => (
          <li key={step + at} className={`timeline-${PROBLEM_STEPS.includes(step) ? 'wrong' : 'done'}`}>
            <span className="timeline-point">
              {PROBLEM_STEPS.includes(step) ? <X aria-hidden /> : <Check aria-hidden />}
            </span>
            <div>
              <b>{t(`disputes.step.${step === 'return_due' && by === 'buyer' ? 'brought' : stepKey(step, by)}`)}</b>
              <small>
                <time dateTime={at}>{date(at)}</time>
                {by !== 'clock' && ` · ${nameOf(by)}`}
              </small>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The listing as it was at the booking. */
export function ListedItem({ dispute: { listing, itemName } }: { dispute: DisputeDetails }) {
  const { t, money, number } = useTranslator();
  if (!listing) return null;
  return (
    <section className="dispute-card" aria-labelledby="listed-title">
      <h2 id="listed-title">{t('disputes.asListed')}</h2>
      <ul className="dispute-pictures">
        {listing.photos.map((photo, index) => (
          <li key={photo}>
            <Picture src={photo} alt={t('disputes.photoAlt', { n: index + 1, name: itemName })} sizes="104px" />
          </li>
        ))}
      </ul>
      <p className="num">
        <b>{listing.name}</b>, {money(listing.price)}
        <br />
        {t('disputes.original', { amount: money(listing.originalPrice) })}
      </p>
      <dl className="dispute-sums num">
        <div>
          <dt>{t('products.condition')}</dt>
          <dd>{t(`quality.${listing.quality}`)}</dd>
        </div>
        <div>
          <dt>{t('products.years')}</dt>
          <dd>{number(listing.yearsUsed)}</dd>
        </div>
      </dl>
      <p className="dispute-text">{listing.description}</p>
    </section>
  );
}

/** The sums of a dispute. */
export function Sums({ dispute }: { dispute: DisputeDetails }) {
  const { t, money } = useTranslator();
  const { itemPrice, amount = itemPrice, offer, settlement, refunded = settlement?.amount } = dispute;
  const sums: [string, number | undefined][] = [
    [t('disputes.paid'), itemPrice],
    [t('disputes.asked'), amount],
    [t('disputes.offeredSum'), offer],
    [t('disputes.backSum'), refunded],
    [t('disputes.sellerSum'), refunded === undefined ? undefined : itemPrice - refunded],
  ];
  return (
    <section className="dispute-card" aria-labelledby="sums-title">
      <h2 id="sums-title">{t('disputes.sums')}</h2>
      <dl className="dispute-sums num">
        {sums.map(
          ([label, sum]) =>
            sum !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{money(sum)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
