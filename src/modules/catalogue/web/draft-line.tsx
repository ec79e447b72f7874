import { useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { clockTime } from './clock-time.ts';

interface DraftLineProps {
  restored: boolean;
  savedAt: Date | null;
  onStartOver(): void;
}

/** Says that the draft is saved on this device, and offers an empty form. */
export function DraftLine({ restored, savedAt, onStartOver }: DraftLineProps) {
  const { t, language } = useTranslator();
  const [wasRestored] = useState(restored);
  return (
    <div className="add-draft">
      <p role="status">
        {savedAt ? t('add.draft', { time: clockTime(language, savedAt) }) : wasRestored && t('add.draftRestored')}
      </p>
      {(wasRestored || savedAt) && (
        <Button size="sm" look="quiet" onClick={onStartOver}>
          {t('add.startOver')}
        </Button>
      )}
    </div>
  );
}
