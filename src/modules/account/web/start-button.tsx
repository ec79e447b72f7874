import { useFetcher, useLocation } from 'react-router';
import type { SelfServiceRole } from '#platform/contract/roles.ts';
import { FormButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Button } from '#ui/button.tsx';

type Looks = Pick<Parameters<typeof Button>[0], 'size' | 'look' | 'wide'>;

/** Adds a role by the action of the account page, which leads to `to`; the current page by default. */
export function StartButton({ as, to, ...looks }: { as: SelfServiceRole; to?: string } & Looks) {
  const { t } = useTranslator();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  const action = '/dashboard/account';
  return (
    <FormButton
      {...looks}
      fields={{ intent: 'start', role: as, to: to ?? pathname + search }}
      send={(fields) => fetcher.submit(fields, { method: 'post', action })}
      action={action}
      pending={fetcher.state !== 'idle'}
    >
      {t(as === 'seller' ? 'sell.start' : 'buy.start')}
    </FormButton>
  );
}
