import { useBlocker } from 'react-router';
import { ConfirmDialog, type DiscardWords } from './confirm-dialog.tsx';

/** Asks for confirmation before Back discards typed input. A page may have only one. */
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
