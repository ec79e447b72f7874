import type { ReactNode, RefObject } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface FormState {
  problem: string | undefined;
  faults: readonly unknown[];
  alert: RefObject<HTMLDivElement | null>;
}

/** The error of a whole form, unless a field has one. */
export function FormProblem({ form }: { form: FormState }) {
  if (!form.problem || form.faults.length > 0) return null;
  return (
    <Alert tone="error" focusable ref={form.alert}>
      {form.problem}
    </Alert>
  );
}

/** The end of a dialog's form: its error and its only button. */
export function FormEnd(props: { form: FormState; pending: boolean; pendingLabel: string; children: ReactNode }) {
  return (
    <>
      <FormProblem form={props.form} />
      <Button
        type="submit"
        size="lg"
        className="dialog-action"
        pending={props.pending}
        pendingLabel={props.pendingLabel}
      >
        {props.children}
      </Button>
    </>
  );
}
