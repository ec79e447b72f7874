import { Form } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { AuthFormFooter } from './auth-form-footer.tsx';
import { CategoryCards } from './category-cards.tsx';
import { categoryForm } from './sign-in-forms.ts';

/** The form of an account whose registration stopped before the category. */
export function CategoryForm({ reply, name }: { reply: FormReply | null | undefined; name: string }) {
  const { t } = useTranslator();
  const form = useSchemaForm(categoryForm, { reply });
  const { formProps, field } = form;
  const { error } = field('userCategory');
  return (
    <>
      <h1 tabIndex={-1}>{t('login.choose')}</h1>
      <p className="auth-lead">{t('login.chooseBody', { name })}</p>
      <Form method="post" replace className="form" {...formProps}>
        <CategoryCards error={error} />
        <AuthFormFooter form={form}>{t('login.chooseSubmit')}</AuthFormFooter>
      </Form>
    </>
  );
}
