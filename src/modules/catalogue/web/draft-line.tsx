import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';

interface DraftLineProps {
  isRestored: boolean;
  savedAt: Date | null;
  onStartOver(): void;
}

/** Says that the draft is saved on this device, and offers an empty form. */
export function DraftLine({ isRestored, savedAt, onStartOver }: DraftLineProps) {
  const { t, language } = useTranslator();
  const [wasRestored] = useState(isRestored);
  const [asking, setAsking] = useState(false);
  return (
    <div className="add-draft">
      <p role="status">
        {savedAt ? t('add.draft', { time: clockTime(language, savedAt) }) : wasRestored && t('add.draftRestored')}
      </p>
      {(wasRestored || savedAt) && (
        <Button size="sm" look="quiet" onClick={() => setAsking(true)}>
          {t('add.startOver')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onStartOver();
        }}
        title={t('common.discardQ')}
        keepLabel={t('common.keepEditing')}
        confirmLabel={t('common.discard')}
      />
    </div>
  );
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Dhaka' } as const;
const CLOCKS = { en: new Intl.DateTimeFormat('en-GB', CLOCK), bn: new Intl.DateTimeFormat('bn-BD', CLOCK) };

/** Returns hours and minutes in Dhaka's time zone: `14:02`, `১৪:০২`. */
function clockTime(language: 'en' | 'bn', instant: Date): string {
  return CLOCKS[language].format(instant);
}
