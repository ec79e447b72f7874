import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { DiscardWords } from './dialog.tsx';

/** Asks once before Back takes a page away together with what was typed on it. Only one may stand at a time. */
export function BackGuard({ words, onDiscard }: { words: DiscardWords; onDiscard(): void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onDiscard();
        blocker.proceed?.();
      }}
      title={words.question}
      keepLabel={words.keep}
      confirmLabel={words.discard}
    />
  );
}
