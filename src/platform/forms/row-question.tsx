import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import { HiddenFields, StaticDialog, useClosedPath, useHydrated } from './before-script.tsx';
import type { RowAction } from './use-row-action.ts';

interface Question {
  /** The form that the confirm button sends. */
  fields: Record<string, string>;
  title: string;
  effect: string;
  keepLabel: string;
  confirmLabel: string;
  confirmLook?: ComponentProps<typeof Button>['look'];
  pendingLabel: string;
}

interface RowQuestionProps<Row> {
  of: RowAction<Row>;
  question(row: Row): Question;
}

/** Asks before a row changes, and stays open until it has changed. Before the page's script loads it is a section of the page. */
export function RowQuestion<Row>({ of, question }: RowQuestionProps<Row>) {
  const { param, openRow, lastOpenRow, pending, finalFocus, close, send } = of;
  const closed = useClosedPath(param);
  const isHydrated = useHydrated();
  if (!lastOpenRow) return null;
  const { fields, ...texts } = question(lastOpenRow);
  const { title, effect, keepLabel, confirmLabel, confirmLook = 'danger' } = texts;
  if (isHydrated)
    return (
      <ConfirmDialog
        {...texts}
        open={openRow !== null}
        onClose={close}
        onConfirm={() => openRow && send(openRow, fields)}
        pending={pending(lastOpenRow) !== undefined}
        finalFocus={finalFocus}
      />
    );
  return (
    openRow && (
      <StaticDialog title={title} description={effect}>
        <Form method="post" action={closed} className="dialog-answers">
          <HiddenFields fields={Object.entries(fields)} />
          <LinkButton look="ghost" to={closed}>
            {keepLabel}
          </LinkButton>
          <Button type="submit" look={confirmLook}>
            {confirmLabel}
          </Button>
        </Form>
      </StaticDialog>
    )
  );
}
