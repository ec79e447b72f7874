import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';

/** Starts or ends weekly payouts at once. */
export function WeeklyForm({ weekly }: { weekly: boolean }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const sent = fetcher.formData?.get('intent') === 'weekly' ? fetcher.formData.get('weekly') === 'on' : undefined;
  return (
    <fetcher.Form method="post" className="earnings-weekly">
      <input type="hidden" name="intent" value="weekly" />
      <label className="earnings-check">
        <input
          type="checkbox"
          name="weekly"
          checked={sent ?? weekly}
          onChange={(event) => fetcher.submit(event.currentTarget.form)}
        />
        {t('earn.weekly')}
      </label>
      <noscript>
        <Button type="submit" look="ghost" size="sm">
          {t('earn.save')}
        </Button>
      </noscript>
    </fetcher.Form>
  );
}
