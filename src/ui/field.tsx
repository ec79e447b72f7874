import './field.css';
import { Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

/** The props of every field besides its control's own attributes. */
export interface FieldFrame {
  label: string;
  hint?: ReactNode;
  /** The translated message; empty or undefined when the value is valid. */
  error?: string | undefined;
  /** The reason why the field cannot be changed. Disables the control. */
  locked?: string | boolean;
  /** A word after the label, such as "optional". */
  note?: string;
}

export interface FieldWiring {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Label, hint, control and error, from top to bottom, connected for screen readers. */
export function Field(
  props: FieldFrame & {
    id?: string | undefined;
    className?: string | undefined;
    children(wiring: FieldWiring): ReactNode;
  },
) {
  const { label, hint, error, locked, note, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const reason = typeof locked === 'string' ? locked : undefined;
  const described = [hint && `${id}-hint`, error && `${id}-error`, reason && `${id}-locked`].filter(Boolean).join(' ');
  return (
    <div className={['field', props.className].filter(Boolean).join(' ')}>
      <label className="field-label" htmlFor={id}>
        {label}
        {note && <span className="field-note"> {note}</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {reason && (
        <p className="field-locked" id={`${id}-locked`}>
          <Info className="icon" aria-hidden />
          {reason}
        </p>
      )}
    </div>
  );
}

/** An error message, also for controls without a Field (a group of choices, the card form). */
export function FieldError(props: {
  id?: string;
  role?: 'alert';
  children: ReactNode;
  ref?: Ref<HTMLParagraphElement>;
}) {
  const { id, role, children, ref } = props;
  return (
    <p ref={ref} className="field-error" id={id} role={role}>
      <TriangleAlert className="icon" aria-hidden />
      {children}
    </p>
  );
}
