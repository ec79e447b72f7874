import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createMailer, type Mailer } from './mailer.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A mail server that accepts every message (RFC 5321, the part for one message). */
async function mailServer(): Promise<{ url: string; emails: { recipients: string[]; data: string }[] }> {
  const emails: { recipients: string[]; data: string }[] = [];
  const server = createServer((socket: Socket) => {
    let rest = '';
    let email: { recipients: string[]; data: string } = { recipients: [], data: '' };
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData) {
          if (line !== '.') email.data += `${line}\n`;
          else {
            inData = false;
            emails.push(email);
            email = { recipients: [], data: '' };
            say('250 kept');
          }
        } else if (/^RCPT/i.test(line)) {
          email.recipients.push(/<(.*)>/.exec(line)?.[1] ?? '');
          say('250 ok');
        } else if (/^DATA/i.test(line)) {
          inData = true;
          say('354 go on');
        } else say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
      }
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, emails };
}

async function openMailer(): Promise<{ mailer: Mailer; emails: { recipients: string[]; data: string }[] }> {
  const { url, emails } = await mailServer();
  const mailer = createMailer({ from: 'Dolna <no-reply@example.com>', smtpUrl: url });
  open.push(mailer);
  return { mailer, emails };
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
