import type { ComponentProps, ReactNode } from 'react';
import { ActionItem } from './action-list.tsx';
import { ConfirmedAction } from './confirmed-action.tsx';

/** A button with a question among further ones, with its reason in front. */
export function ConfirmedItem({
  hint,
  ...action
}: Omit<ComponentProps<typeof ConfirmedAction>, 'look'> & { hint: ReactNode }) {
  return (
    <ActionItem hint={hint}>
      <ConfirmedAction {...action} look="ghost" />
    </ActionItem>
  );
}
