import type { ComponentProps, RefObject } from 'react';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Button } from '#ui/button.tsx';

interface ConfirmedActionProps extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'icon' | 'className'> {
  id: string;
  /** The intent of the form, and the parameter of the page's URL while its question is open. */
  intent: string;
  label: string;
  question: { title: string; effect: string; sure: string; look?: ComponentProps<typeof Button>['look'] };
  /** Takes the focus when the button is gone. */
  heading: RefObject<HTMLElement | null>;
}

/** A button that sends an intent to its page's action after a question. */
export function ConfirmedAction({ id, intent, label, question, heading, ...button }: ConfirmedActionProps) {
  const { t } = useTranslator();
  const row = { _id: id };
  const asking = useRowAction([row], () => '', heading, intent);
  const { title, effect, sure, look = 'brand' } = question;
  return (
    <>
      <OpenerButton {...asking.opener(row)} {...button}>
        {label}
      </OpenerButton>
      <RowQuestion
        of={asking}
        question={() => ({
          fields: { intent },
          title,
          effect,
          // In Bangla "Cancel" is the word for a booking that is called off.
          keepLabel: t('common.close'),
          confirmLabel: sure,
          confirmLook: look,
          pendingLabel: t('common.sending'),
        })}
      />
    </>
  );
}
