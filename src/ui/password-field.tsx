import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldFrame } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type PasswordFieldProps = Omit<FieldFrame, 'locked'> &
  Omit<ComponentProps<'input'>, 'type' | 'aria-describedby' | 'aria-invalid'> & {
    showLabel: string;
    hideLabel: string;
  };

/** A password that can be looked at; pasting and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, note, id, showLabel, hideLabel, ...input } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, note, id }}>
      {(wiring) => (
        <span className="input-shell">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className="input input-with-button"
          />
          <IconButton
            label={shown ? hideLabel : showLabel}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}
