import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Field, type FieldFrame } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type PasswordFieldProps = Omit<FieldFrame, 'locked'> &
  Omit<ComponentProps<'input'>, 'type' | 'aria-describedby' | 'aria-invalid'>;

/** A password field with a button that shows the password. Pasting and password managers work. */
export function PasswordField({ label, hint, error, note, id, ...input }: PasswordFieldProps) {
  const { t } = useTranslator();
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
            label={t(shown ? 'form.hidePassword' : 'common.showPassword')}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}
