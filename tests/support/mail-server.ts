import { createServer, type Socket } from 'node:net';

export interface MailServer {
  /** `smtp://user:password@127.0.0.1:port` */
  url: string;
  emails: { recipients: string[]; data: string }[];
  close(): void;
}

/** Opens an SMTP server that takes messages (RFC 5321, the part for one message) and answers `refused.command` with its reply. */
export async function openMailServer(refused?: { command: string; reply: string }): Promise<MailServer> {
  const emails: MailServer['emails'] = [];
  const server = createServer((socket: Socket) => {
    let rest = '';
    let email: MailServer['emails'][number] = { recipients: [], data: '' };
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say(refused?.command === 'CONNECT' ? refused.reply : '220 test');
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
        } else if (refused && line.toUpperCase().startsWith(refused.command)) {
          say(refused.reply);
        } else if (/^EHLO/i.test(line)) {
          say('250-test\r\n250 AUTH PLAIN');
        } else if (/^AUTH/i.test(line)) {
          say('235 ok');
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `smtp://user:password@127.0.0.1:${port}`, emails, close: () => server.close() };
}
