import { Check, Trash2 } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { ReportedItem } from '../contract.ts';
import { decisionsFor } from '../rules.ts';
import { type Decisions, firstActionId } from './use-decisions.ts';

/** What an admin can do about an item; what is gone already can only be closed. */
export function CaseActions({ item, decisions }: { item: ReportedItem; decisions: Decisions }) {
  const { t } = useTranslator();
  const { itemName: name } = item;
  const under = decisions.pending?.itemId === item.itemId ? decisions.pending.decision : undefined;
  if (!decisionsFor(item.status).includes('keep'))
    return (
      <div className="reports-actions">
        <Chip tone="mute">{t('reports.gone')}</Chip>
        <Button
          id={firstActionId(item)}
          size="sm"
          look="ghost"
          aria-label={t('reports.closeName', { name })}
          pending={under !== undefined}
          pendingLabel={t('reports.closing')}
          onClick={() => decisions.send(item, 'remove')}
        >
          {t('reports.close')}
        </Button>
      </div>
    );
  return (
    <div className="reports-actions">
      <Button
        id={firstActionId(item)}
        size="sm"
        look="ghost"
        icon={<Check className="icon" aria-hidden />}
        aria-label={t('reports.keepName', { name })}
        pending={under === 'keep'}
        pendingLabel={t('reports.keeping')}
        onClick={() => decisions.send(item, 'keep')}
      >
        {t('reports.keep')}
      </Button>
      <Button
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-label={t('reports.removeName', { name })}
        onClick={() => decisions.ask(item)}
      >
        {t('reports.remove')}
      </Button>
    </div>
  );
}

/** What was decided, and when. */
export function CaseOutcome({ item }: { item: ReportedItem }) {
  const { t, date } = useTranslator();
  const kept = item.decision === 'keep';
  return (
    <div className="reports-outcome">
      <Chip tone={kept ? 'ok' : 'mute'}>{t(kept ? 'reports.kept' : 'reports.removed')}</Chip>
      {item.decidedAt && (
        <small>
          <time dateTime={item.decidedAt}>{t('reports.decidedOn', { date: date(item.decidedAt) })}</time>
        </small>
      )}
    </div>
  );
}
