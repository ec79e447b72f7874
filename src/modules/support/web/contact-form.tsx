import './contact-form.css';
import { Form, useNavigation } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey } from '#platform/forms/before-script.tsx';
import { useSchemaForm } from '#platform/forms/form.tsx';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { MESSAGE_MAX_CHARS, SUBJECTS } from '../rules.ts';
import { messageForm } from './message-form.ts';

/** Initial values: the signed-in user, and the parameters of the link. */
export type KnownFields = Partial<Record<'name' | 'email' | 'subject' | 'message' | 'requestId', string>>;

/** Writes to the store's admins. `answer` is that to the last attempt. */
export function ContactForm({ answer, known }: { answer: ActionResult | undefined; known: KnownFields }) {
  const { t } = useTranslator();
  const { demo } = useRootData();
  const form = useSchemaForm(messageForm, { reply: answer?.refused, defaultValue: known });
  return (
    <Form method="post" replace {...form.formProps} className="contact-form" aria-labelledby="write-heading">
      <input type="hidden" name="key" value={useFormKey(answer)} />
      <div>
        <h2 id="write-heading">{t('support.write')}</h2>
        <p className="contact-lead">{t('support.lead')}</p>
      </div>
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      {demo && (
        <Alert tone="info" announce={false}>
          {t('support.demo')}
        </Alert>
      )}
      <div className="field-row">
        <TextField label={t('form.name')} autoComplete="name" {...form.field('name')} />
        <TextField label={t('form.email')} type="email" autoComplete="email" {...form.field('email')} />
      </div>
      <SelectField
        label={t('support.subject')}
        prompt={t('support.subjectPrompt')}
        options={SUBJECTS.map((value) => ({ value, label: t(`support.subject.${value}`) }))}
        {...form.field('subject')}
      />
      <TextAreaField
        label={t('support.message')}
        hint={t('support.messageHint')}
        rows={7}
        limit={MESSAGE_MAX_CHARS}
        counter={(n) => t('support.counter', { n, max: MESSAGE_MAX_CHARS })}
        {...form.field('message')}
      />
      <TextField
        label={t('support.requestId')}
        note={t('support.optional')}
        hint={t('support.requestIdHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('requestId')}
      />
      <div className="contact-trap">
        <TextField label={t('support.leaveEmpty')} autoComplete="off" tabIndex={-1} {...form.field('homepage')} />
      </div>
      {form.problem && (
        <Alert tone="error" focusable ref={form.alert}>
          {form.problem}
        </Alert>
      )}
      <Button
        type="submit"
        size="lg"
        pending={useNavigation().formMethod === 'POST'}
        pendingLabel={t('support.sending')}
      >
        {t('support.submit')}
      </Button>
    </Form>
  );
}
