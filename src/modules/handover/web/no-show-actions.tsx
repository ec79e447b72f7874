import type { RefObject } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { ConfirmedItem } from './confirmed-item.tsx';
import { type Deal, otherName } from './order-facts.ts';
import { TimedText } from './timed-text.tsx';

/** Reports a no-show of the other side, or contradicts a report about oneself. */
export function NoShowActions({ deal, heading }: { deal: Deal; heading: RefObject<HTMLElement | null> }) {
  const { t } = useTranslator();
  const { _id: id, noShowFrom, contradictUntil } = deal;
  const name = otherName(deal, t);
  return (
    <>
      {noShowFrom && (
        <ConfirmedItem
          id={id}
          intent="noshow"
          hint={<TimedText at={noShowFrom} format={(date) => t('act.noShowFrom', { date })} />}
          label={t('act.noShow', { name })}
          question={{
            title: t('act.noShowQ', { name }),
            effect: t('act.noShowEffect', { name }),
            sure: t('act.noShow', { name }),
          }}
          heading={heading}
        />
      )}
      {contradictUntil && (
        <ConfirmedItem
          id={id}
          intent="contradict"
          hint={<TimedText at={contradictUntil} format={(date) => t('next.noShowSaid', { name, date })} />}
          label={t('act.contradict')}
          question={{
            title: t('act.contradictQ'),
            effect: t('act.contradictEffect', { name }),
            sure: t('act.contradictSure'),
          }}
          heading={heading}
        />
      )}
    </>
  );
}
