import { Form, Link, useNavigation } from 'react-router';
import { type FormReply, useSchemaForm } from '#platform/forms/form.tsx';
import { useShop } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CategoryCards } from './category-cards.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { withFrom } from './return-page.ts';
import { signupForm } from './sign-in-forms.ts';

interface SignupFormProps {
  reply: FormReply | null | undefined;
  from: string | null;
  category: 'Buyer' | 'Seller';
}

export function SignupForm({ reply, from, category }: SignupFormProps) {
  const { t } = useTranslator();
  const { passwordMin } = useShop();
  const { formProps, field, problem, alert, faults, attempt } = useSchemaForm(signupForm(passwordMin), { reply });
  const { id, error, defaultValue } = field('userCategory');
  const pending = useNavigation().formMethod === 'POST';
  return (
    <>
      <h1 tabIndex={-1}>{t('signup.title')}</h1>
      <Form method="post" replace className="form" {...formProps}>
        <ErrorSummary title={t('common.problem')} faults={faults} attempt={attempt} />
        <TextField label={t('form.name')} autoComplete="name" enterKeyHint="next" {...field('name')} />
        <CategoryCards id={id} error={error} selected={defaultValue === 'Seller' ? 'Seller' : category} />
        <TextField label={t('form.email')} type="email" autoComplete="email" enterKeyHint="next" {...field('email')} />
        <NewPasswordField {...field('password')} />
        {problem && (
          <Alert tone="error" focusable ref={alert}>
            {problem}
          </Alert>
        )}
        <Button type="submit" size="lg" wide pending={pending} pendingLabel={t('signup.pending')}>
          {t('signup.submit')}
        </Button>
      </Form>
      <p>
        <Link className="text-link tap-link" to={withFrom('/login', from)}>
          {t('signup.have')}
        </Link>
      </p>
    </>
  );
}
