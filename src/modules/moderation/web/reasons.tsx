import { useTranslator } from '#platform/web/translator.tsx';
import type { ReportedItem } from '../contract.ts';

/** The reasons of an item's reports: the newest one, and the others in a disclosure. */
export function Reasons({ item: { reasons, count } }: { item: ReportedItem }) {
  const { t } = useTranslator();
  const [newest, ...others] = reasons;
  return (
    <div className="reasons">
      {newest && <Reason {...newest} />}
      {others.length > 0 && (
        <details>
          <summary>{t('reports.count', { n: count })}</summary>
          {others.map((one) => (
            <Reason key={one._id} {...one} />
          ))}
          {count > reasons.length && <p>{t('reports.more', { n: reasons.length })}</p>}
        </details>
      )}
    </div>
  );
}

function Reason({ reporter, reason, createdAt }: ReportedItem['reasons'][number]) {
  const { t, date } = useTranslator();
  const when = date(createdAt);
  return (
    <figure className="reason">
      {reason ? <blockquote>{reason}</blockquote> : <p>{t('reports.reasonGone')}</p>}
      <figcaption>
        {reporter ? t('reports.by', { name: reporter, date: when }) : t('reports.byGone', { date: when })}
      </figcaption>
    </figure>
  );
}
