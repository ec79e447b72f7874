import { LogOut } from 'lucide-react';
import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { OwnSession } from '#modules/identity/sessions.contract.ts';
import { MoreRows } from '#platform/web/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { useActionResult } from '#platform/web/use-action-result.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { SessionsAnswer, SessionsIntent } from './sessions.ts';

/** Lists where the visitor is signed in, with the buttons that end it. */
export function SessionsPanel({ sessions, more }: { sessions: OwnSession[]; more: boolean }) {
  const words = useTranslator();
  const { t } = words;
  const fetcher = useFetcher<SessionsAnswer>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button may be gone.
  useActionResult(fetcher, ({ ended }) => ended && heading.current?.focus());
  const pending = (intent: SessionsIntent, id?: string) =>
    fetcher.formData?.get('intent') === intent && (id === undefined || fetcher.formData.get('id') === id);
  const end = (intent: SessionsIntent, id = '') => fetcher.submit({ intent, id }, { method: 'post' });
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
              <b id={`session-${session._id}`}>{deviceName(session, words)}</b>
              {session.current && <Chip tone="ok">{t('account.thisDevice')}</Chip>}
              <small>
                {t('account.sessionTimes', { begun: words.date(session.begunAt), used: words.day(session.usedAt) })}
              </small>
            </div>
            {!session.current && (
              <Button
                look="ghost"
                size="sm"
                aria-describedby={`session-${session._id}`}
                pending={pending('end-session', session._id)}
                pendingLabel={t('account.ending')}
                onClick={() => end('end-session', session._id)}
              >
                {t('account.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more && <MoreRows />}
      <div className="account-answers">
        {(sessions.length > 1 || more) && (
          <Button
            look="ghost"
            pending={pending('end-others')}
            pendingLabel={t('account.ending')}
            onClick={() => end('end-others')}
          >
            {t('account.endOthers')}
          </Button>
        )}
        <Button
          look="danger-quiet"
          icon={<LogOut className="icon" aria-hidden />}
          pending={pending('end-all')}
          pendingLabel={t('account.ending')}
          onClick={() => end('end-all')}
        >
          {t('account.endAll')}
        </Button>
      </div>
    </section>
  );
}

function deviceName({ browser, system }: OwnSession, { t }: Translator): string {
  if (browser && system) return t('account.browserOn', { browser, system });
  return browser ?? system ?? t('account.unknownDevice');
}
