import { createVerify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '#platform/contract/problem.ts';
import { createMinuteCounter } from '#platform/limits/minute-counter.ts';
import { networkOf } from '#platform/limits/network.ts';

/** A message of Amazon SNS (https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html). */
const snsMessage = z.object({
  Type: z.enum(['SubscriptionConfirmation', 'Notification', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().max(500),
  Message: z.string().max(64_000),
  Subject: z.string().max(500).nullish(),
  Timestamp: z.string().max(64),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64().max(4096),
  SigningCertURL: z.string().max(1000),
  SubscribeURL: z.string().max(2000).nullish(),
  Token: z.string().max(4000).nullish(),
});
export type SnsMessage = z.infer<typeof snsMessage>;

const FETCH_TIMEOUT_MS = 5000;
/** Certificate downloads per minute, process and network of the sender, because the sender chooses their URLs. */
const CERTIFICATES_MAX = 10;
const CERTIFICATE_MAX_CHARS = 16_384;
/** Older messages are refused: a replay has no effect, but it costs a request to bKash. */
const MESSAGE_MAX_AGE_MS = 60 * 60_000;
const CLOCK_TOLERANCE_MS = 5 * 60_000;

type FetchCertificate = (url: string) => Promise<string>;

/** Whether a URL belongs to Amazon SNS. Certificates and confirmations are fetched from there only. */
export function isSnsUrl(address: string, ending = ''): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, port, username, password } = new URL(address);
  const isPlain = port === '' && username === '' && password === '';
  return (
    protocol === 'https:' &&
    isPlain &&
    /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/.test(hostname) &&
    pathname.endsWith(ending)
  );
}

/**
 * Returns a message of the given topic with a valid signature. Anybody can sign messages of their own topic.
 * @throws Problem (400)
 */
export async function readSns(
  body: unknown,
  topicArn: string | undefined,
  fetchCertificate: FetchCertificate,
  now = Date.now(),
): Promise<SnsMessage> {
  const refused = new Problem('invalid', 'bad-signature', 'error.signature');
  const parsed = snsMessage.safeParse(typeof body === 'string' ? parse(body) : body);
  if (!parsed.success) throw refused;
  const message = parsed.data;
  if (message.TopicArn !== topicArn) throw refused;
  const age = now - Date.parse(message.Timestamp);
  if (!(age <= MESSAGE_MAX_AGE_MS && age >= -CLOCK_TOLERANCE_MS)) throw refused;
  if (!isSnsUrl(message.SigningCertURL, '.pem')) throw refused;
  const pem = await fetchCertificate(message.SigningCertURL);
  if (!isSigned(message, pem, now)) throw refused;
  return message;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/** Returns the text that a message signs. */
function signedText(message: SnsMessage): string {
  return SIGNED[message.Type]
    .flatMap((name) => (message[name] === undefined || message[name] === null ? [] : [`${name}\n${message[name]}\n`]))
    .join('');
}

function isSigned(message: SnsMessage, pem: string, now: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    if (now < certificate.validFromDate.getTime() || now > certificate.validToDate.getTime()) return false;
    const verify = createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1');
    verify.update(signedText(message), 'utf8');
    return verify.verify(certificate.publicKey, message.Signature, 'base64');
  } catch {
    return false;
  }
}

/**
 * Fetches certificates of Amazon SNS, each once, for the sender of a message.
 * @throws Problem (429) above the limit, (503) when it does not answer
 */
export function createCertificates(): (url: string, sender: string) => Promise<string> {
  const known = new Map<string, string>();
  const count = createMinuteCounter();
  return async (url, sender) => {
    const found = known.get(url);
    if (found) return found;
    const { times, secondsLeft } = count(networkOf(sender));
    if (times > CERTIFICATES_MAX)
      throw new Problem('tooMany', 'too-many-requests', 'error.tooMany').retryAfter(secondsLeft);
    const pem = await fetchSns(url);
    // Amazon changes them rarely; an attacker chooses the URLs.
    if (known.size >= 20) known.clear();
    known.set(url, pem);
    return pem;
  };
}

/** Fetches a text from a URL of Amazon SNS. @throws Problem (503) when it does not answer */
export async function fetchSns(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    const text = answer.ok ? await answer.text() : '';
    if (text === '' || text.length > CERTIFICATE_MAX_CHARS) throw new Error('The answer is empty or too long');
    return text;
  } catch {
    throw new Problem('unavailable', 'provider-away', 'pay.providerUnavailable');
  }
}
