import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** A live event stream of a person, as a browser's EventSource opens it. */
export interface LiveStream {
  /** The change events so far. */
  events: string[];
  /** Whether the server refused it, because the person has too many. */
  isFull(): boolean;
  /** Resolves when the stream ends. */
  ended: Promise<unknown>;
  disconnect(): void;
}

/** Opens a stream with a cookie, for a page of this age in milliseconds. Resolves after the server's first event. */
export async function openLiveStream(address: string, cookie: string, age = 0): Promise<LiveStream> {
  const request = get(`${address}/api/live?age=${age}`, { headers: { cookie, accept: 'text/event-stream' } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`/api/live: ${answer.statusCode}`);
  // A disconnect is reported as an error event.
  request.on('error', () => undefined);
  answer.on('error', () => undefined);
  const ended = new Promise((resolve) => answer.on('close', resolve));
  const events: string[] = [];
  let rest = '';
  let isFull = false;
  answer.setEncoding('utf8').on('data', (piece: string) => {
    const messages = (rest + piece).split('\n\n');
    rest = messages.pop() ?? '';
    isFull ||= messages.some((message) => message.startsWith('event: full'));
    events.push(...messages.filter((message) => message.startsWith('data: ')).map((message) => message.slice(6)));
  });
  await once(answer, 'data');
  return { events, isFull: () => isFull, ended, disconnect: () => request.destroy() };
}
