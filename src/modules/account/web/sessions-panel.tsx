import { LogOut } from 'lucide-react';
import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { OwnSession } from '#modules/identity/sessions.contract.ts';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { FormButton } from '#platform/forms/before-script.tsx';
import { useActionResult } from '#platform/forms/use-action-result.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { ListFoot } from '#ui/list-foot.tsx';
import type { SessionsIntent } from './sessions.ts';

/** Lists the user's sessions, with buttons that end them. */
export function SessionsPanel({ sessions, more }: { sessions: OwnSession[]; more: boolean }) {
  const translator = useTranslator();
  const { t } = translator;
  const fetcher = useFetcher<ActionResult>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button may be gone.
  useActionResult(fetcher, ({ done }) => done && heading.current?.focus());
  const pending = (intent: SessionsIntent, id?: string) =>
    fetcher.formData?.get('intent') === intent && (id === undefined || fetcher.formData.get('id') === id);
  const formOf = (intent: SessionsIntent, id = '') => ({
    fields: { intent, id },
    send: (fields: Record<string, string>) => fetcher.submit(fields, { method: 'post' }),
  });
  return (
    <section className="account-panel" aria-labelledby="account-sessions">
      <h2 id="account-sessions" tabIndex={-1} ref={heading}>
        {t('account.sessions')}
      </h2>
      <p>{t('account.sessionsBody')}</p>
      <ul className="account-sessions">
        {sessions.map((session) => (
          <li key={session._id}>
            <div className="account-session">
              <b id={`session-${session._id}`}>{deviceName(session, translator)}</b>
              {session.current && <Chip tone="ok">{t('account.thisDevice')}</Chip>}
              <small>
                {t('account.sessionTimes', {
                  begun: translator.date(session.begunAt),
                  used: translator.day(session.usedAt),
                })}
              </small>
            </div>
            {!session.current && (
              <FormButton
                {...formOf('end-session', session._id)}
                look="ghost"
                size="sm"
                aria-describedby={`session-${session._id}`}
                pending={pending('end-session', session._id)}
                pendingLabel={t('account.ending')}
              >
                {t('account.endSession')}
              </FormButton>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <ListFoot>
          <MoreRows />
        </ListFoot>
      )}
      <div className="account-answers">
        {(sessions.length > 1 || more) && (
          <FormButton
            {...formOf('end-others')}
            look="ghost"
            pending={pending('end-others')}
            pendingLabel={t('account.ending')}
          >
            {t('account.endOthers')}
          </FormButton>
        )}
        <FormButton
          {...formOf('end-all')}
          look="danger-quiet"
          icon={<LogOut className="icon" aria-hidden />}
          pending={pending('end-all')}
          pendingLabel={t('account.ending')}
        >
          {t('account.endAll')}
        </FormButton>
      </div>
    </section>
  );
}

function deviceName({ browser, system }: OwnSession, { t }: Translator): string {
  if (browser && system) return t('account.browserOn', { browser, system });
  return browser ?? system ?? t('account.unknownDevice');
}
