import { changePassword } from '#modules/identity/sessions.contract.ts';
import type { ActionResult } from '#platform/web/action-result.ts';
import { sendForm, type UserForm } from '#platform/web/run-action.ts';
import { passwordForm } from './forms.ts';

/** Changes the password by the form of the password panel. */
export function sendPassword({ api, form, t, shop }: UserForm): Promise<ActionResult> {
  return sendForm(
    form,
    passwordForm(shop.passwordMin),
    async (body) => {
      await api.send(changePassword, { body });
      return { done: true, message: t('account.passwordDone') };
    },
    ['oldPassword', 'newPassword'],
  );
}
