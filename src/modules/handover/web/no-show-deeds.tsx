import type { RefObject } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { AskedDeed } from './asked-deed.tsx';
import { Deed } from './deed-list.tsx';
import type { Deal } from './order-facts.ts';
import { TimedText } from './timed-text.tsx';

/** Says that the other side did not come, or contradicts that about oneself. */
export function NoShowDeeds({ deal, heading }: { deal: Deal; heading: RefObject<HTMLElement | null> }) {
  const { t } = useTranslator();
  const { _id: id, noShowFrom, contradictUntil, other } = deal;
  const name = other.name || t('order.gone');
  return (
    <>
      {noShowFrom && (
        <Deed hint={<TimedText at={noShowFrom} say={(date) => t('act.noShowFrom', { date })} />}>
          <AskedDeed
            id={id}
            deed="noshow"
            label={t('act.noShow', { name })}
            look="ghost"
            question={{
              title: t('act.noShowQ', { name }),
              effect: t('act.noShowEffect', { name }),
              sure: t('act.noShow', { name }),
            }}
            heading={heading}
          />
        </Deed>
      )}
      {contradictUntil && (
        <Deed hint={<TimedText at={contradictUntil} say={(date) => t('next.noShowSaid', { name, date })} />}>
          <AskedDeed
            id={id}
            deed="contradict"
            label={t('act.contradict')}
            look="ghost"
            question={{
              title: t('act.contradictQ'),
              effect: t('act.contradictEffect', { name }),
              sure: t('act.contradict'),
            }}
            heading={heading}
          />
        </Deed>
      )}
    </>
  );
}
