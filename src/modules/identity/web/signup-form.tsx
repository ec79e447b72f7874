import { Form, Link } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AuthFormFooter } from './auth-form-footer.tsx';
import { CategoryCards } from './category-cards.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { withFrom } from './return-page.ts';
import { signupForm } from './sign-in-forms.ts';

interface SignupFormProps {
  reply: FormReply | null | undefined;
  from: string | null;
  category: 'Buyer' | 'Seller';
}

/** The registration form. */
export function SignupForm({ reply, from, category }: SignupFormProps) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const form = useSchemaForm(signupForm(passwordMin), { reply });
  const { formProps, field, faults, attempt } = form;
  const { id, error, defaultValue } = field('userCategory');
  return (
    <>
      <h1 tabIndex={-1}>{t('signup.title')}</h1>
      <Form method="post" replace className="form" {...formProps}>
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <TextField label={t('form.name')} autoComplete="name" enterKeyHint="next" {...field('name')} />
        <CategoryCards id={id} error={error} selected={defaultValue === 'Seller' ? 'Seller' : category} />
        <TextField label={t('form.email')} type="email" autoComplete="email" enterKeyHint="next" {...field('email')} />
        <NewPasswordField {...field('password')} />
        <AuthFormFooter form={form} pendingLabel={t('signup.pending')}>
          {t('signup.submit')}
        </AuthFormFooter>
      </Form>
      <p>
        <Link className="text-link tap-link" to={withFrom('/login', from)}>
          {t('signup.have')}
        </Link>
      </p>
    </>
  );
}
