import type { JobHelpers } from 'graphile-worker';
import { afterEach, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../../tests/support/mail-server.ts';
import { createMailer, type Mailer, mailTask } from './mailer.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function openMailer(refused?: { command: string; reply: string }): Promise<MailServer & { mailer: Mailer }> {
  const server = await openMailServer(refused);
  const mailer = createMailer({ from: 'Dolna <no-reply@example.com>', smtpUrl: server.url });
  open.push(mailer, server);
  return { ...server, mailer };
}

/** Runs the job that sends a mail to an address. Returns the lines that it logs. */
async function runMailTask(mailer: Mailer, to: string): Promise<string[]> {
  const logged: string[] = [];
  const logger = { error: (line: string) => logged.push(line) };
  await mailTask(mailer)({ to, subject: 'Hello', text: 'Hello' }, { logger } as unknown as JobHelpers);
  return logged;
}

test('an e-mail reaches the mail server, also in Bangla', async () => {
  const { mailer, emails } = await openMailer();
  await mailer.send({ to: 'buyer@example.com', subject: 'নতুন পাসওয়ার্ড', text: 'শুভেচ্ছা' });
  expect(emails).toHaveLength(1);
  expect(emails[0]?.recipients).toEqual(['buyer@example.com']);
  expect(emails[0]?.data).toContain('From: Dolna <no-reply@example.com>');
  expect(emails[0]?.data).toMatch(/^Subject: =\?UTF-8\?/m);
});

test('a line break in a subject does not start a header [T34]', async () => {
  const { mailer, emails } = await openMailer();
  await mailer.send({ to: 'buyer@example.com', subject: 'Hello\r\nBcc: victim@example.com', text: 'Hello' });
  expect(emails[0]?.recipients).toEqual(['buyer@example.com']);
  expect(emails[0]?.data).not.toMatch(/^Bcc:/m);
  expect(emails[0]?.data).toMatch(/^Subject: Hello Bcc: victim@example\.com$/m);
});

test('a reply goes to the Reply-To address only', async () => {
  const { mailer, emails } = await openMailer();
  const given = { to: 'admin@example.com', subject: 'A message', text: 'Hello' };
  await mailer.send({ ...given, replyTo: 'visitor@example.com' });
  expect(emails[0]?.recipients).toEqual(['admin@example.com']);
  expect(emails[0]?.data).toMatch(/^Reply-To: visitor@example\.com$/m);
  await expect(mailer.send({ ...given, replyTo: 'visitor@example.com\r\nBcc: victim@example.com' })).rejects.toThrow(
    'no single address',
  );
});

test('an e-mail has exactly one valid recipient', async () => {
  const { mailer, emails } = await openMailer();
  for (const to of [
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com, victim@example.com',
    'A <a@example.com>',
    'a@example.com\u0000',
    'nobody',
    '',
  ])
    await expect(mailer.send({ to, subject: 'x', text: 'x' })).rejects.toThrow('no single address');
  expect(emails).toEqual([]);
});

test.each([
  { command: 'CONNECT', reply: '554 no service' },
  { command: 'AUTH', reply: '535 wrong password' },
  { command: 'MAIL', reply: '550 unknown sender' },
  { command: 'RCPT', reply: '450 mailbox busy' },
  { command: 'RCPT', reply: '554 5.7.1 Relay access denied' },
  { command: 'RCPT', reply: '550 relay not permitted' },
  { command: 'RCPT', reply: '550-Please turn on SMTP Authentication in your mail client.\r\n550 relaying denied' },
  { command: 'RCPT', reply: '550 5.1.0 <no-reply@example.com>: Sender address rejected: User unknown' },
  { command: 'RCPT', reply: '550 5.1.8 <no-reply@example.com>: Sender address rejected: Domain not found' },
  { command: 'RCPT', reply: '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname' },
  { command: 'DATA', reply: '554 refused' },
])('a mail that the server refuses by $reply to $command is retried', async (refused) => {
  const { mailer } = await openMailer(refused);
  await expect(runMailTask(mailer, 'buyer@example.com')).rejects.toThrow(refused.reply.replaceAll('\r\n', '\n'));
});

test.each([
  '550 5.1.1 no such mailbox',
  '550-5.1.1 The account does not exist.\r\n550 5.1.1 Check the address.',
  '556 5.1.10 the domain takes no mail',
  '550 5.2.1 the mailbox is disabled',
])('a mail to a rejected or malformed address is logged and not retried (%s)', async (reply) => {
  const { mailer, emails } = await openMailer({ command: 'RCPT', reply });
  expect(await runMailTask(mailer, 'gone@example.com')).toEqual([
    expect.stringContaining(reply.replaceAll('\r\n', '\n')),
  ]);
  expect(await runMailTask(mailer, 'nobody')).toEqual([expect.stringContaining('no single address')]);
  expect(emails).toEqual([]);
});
