import type { ReactNode, RefObject } from 'react';
import { useNavigation } from 'react-router';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** The end of a form in an AuthFrame: the error of the whole form, and its submit button. */
export function AuthFormFooter(props: {
  form: { problem: string | undefined; alert: RefObject<HTMLDivElement | null> };
  /** Whether this form is sent; by default, whether any form is. */
  pending?: boolean;
  pendingLabel?: string;
  children: ReactNode;
}) {
  const isSubmitting = useNavigation().formMethod === 'POST';
  const { form, pending = isSubmitting, pendingLabel, children } = props;
  return (
    <>
      {form.problem && (
        <Alert tone="error" focusable ref={form.alert}>
          {form.problem}
        </Alert>
      )}
      <Button type="submit" size="lg" wide pending={pending} {...(pendingLabel && { pendingLabel })}>
        {children}
      </Button>
    </>
  );
}
