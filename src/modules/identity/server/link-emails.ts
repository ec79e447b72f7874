import { type Database, transaction } from '#platform/database/database.ts';
import { addJob } from '#platform/jobs/job-runner.ts';
import { MAIL } from '#platform/mail/mailer.ts';
import { safeReturnPath } from '../return-path.rules.ts';
import type { IdentityEmails } from './identity-emails.ts';
import { deleteOlderResetLinks } from './sessions.store.ts';

/** The account that a link is for. */
export interface LinkOwner {
  accountId: string;
  email: string;
  language: 'en' | 'bn';
}

interface ResetLink {
  id: string;
  token: string;
  /** The provider's own link. */
  url: string;
}

export type LinkEmails = ReturnType<typeof createLinkEmails>;

/** Returns functions that enqueue the e-mails with the identity provider's links. */
export function createLinkEmails(db: Database, texts: Pick<IdentityEmails, 'reset' | 'verify'>) {
  return {
    verify: ({ accountId, language, email }: LinkOwner, token: string): Promise<void> =>
      addJob(db, MAIL, { ...texts.verify(language, email, token), accountId }),
    /** Also deletes the account's older links to a new password. */
    reset: ({ accountId, language, email }: LinkOwner, link: ResetLink): Promise<void> =>
      transaction(db, async (db) => {
        await addJob(db, MAIL, {
          ...texts.reset(language, email, { token: link.token, from: returnPathOf(link.url) }),
          accountId,
        });
        await deleteOlderResetLinks(db, accountId, link.id);
      }),
  };
}

/** Returns the path that the request for a link came from, which its page returns to. */
function returnPathOf(url: string): string {
  const [, query] = (new URL(url).searchParams.get('callbackURL') ?? '').split('?');
  return safeReturnPath(new URLSearchParams(query).get('from'));
}
