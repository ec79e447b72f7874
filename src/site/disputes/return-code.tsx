import '#modules/handover/web/code-form.css';
import { useRef, useState } from 'react';
import { CodeBoxes } from '#modules/handover/web/code-boxes.tsx';
import { typedCode } from '#modules/handover/web/typed-code.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { FieldError } from '#ui/field.tsx';

/** The boxes of the seller's code, as at the handover. */
export function ReturnCode(props: { defaultValue: string | undefined; error: string | undefined }) {
  const { defaultValue = '', error } = props;
  const { t } = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState(typedCode(defaultValue));
  return (
    <>
      <CodeBoxes
        ref={input}
        label={t('disputes.returnCode')}
        code={code}
        error={error && 'return-code-error'}
        locked={false}
        onCode={setCode}
      />
      {error && (
        <FieldError id="return-code-error" role="alert">
          {error}
        </FieldError>
      )}
    </>
  );
}
