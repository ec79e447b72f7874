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
  const { t, clock } = useTranslator();
  const [wasRestored] = useState(isRestored);
  const [asking, setAsking] = useState(false);
  return (
    <div className="add-draft">
      <p role="status">
        {savedAt ? t('add.draft', { time: clock(savedAt.toISOString()) }) : wasRestored && t('add.draftRestored')}
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
