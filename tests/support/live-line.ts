import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** What a browser's EventSource hears of a person's changes. */
export interface LiveLine {
  /** Each time something has changed. */
  said: string[];
  /** Whether it was told that there are too many. */
  isFull(): boolean;
  /** Resolves when the server has ended it. */
  ended: Promise<unknown>;
  hangUp(): void;
}

/** Opens one at a server, as the browser with this cookie, whose page is so many milliseconds old. The server knows of it by the time this resolves. */
export async function openLiveLine(address: string, cookie: string, age = 0): Promise<LiveLine> {
  const request = get(`${address}/api/live?age=${age}`, { headers: { cookie, accept: 'text/event-stream' } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`/api/live: ${answer.statusCode}`);
  // Whoever hangs up, or loses the server, is told so by an error.
  request.on('error', () => undefined);
  answer.on('error', () => undefined);
  const ended = new Promise((resolve) => answer.on('close', resolve));
  const said: string[] = [];
  let rest = '';
  let isFull = false;
  answer.setEncoding('utf8').on('data', (piece: string) => {
    const messages = (rest + piece).split('\n\n');
    rest = messages.pop() ?? '';
    isFull ||= messages.some((message) => message.startsWith('event: full'));
    said.push(...messages.filter((message) => message.startsWith('data: ')).map((message) => message.slice(6)));
  });
  await once(answer, 'data');
  return { said, isFull: () => isFull, ended, hangUp: () => request.destroy() };
}
