import { createSign } from 'node:crypto';
import type { SelfSigned } from './self-signed.ts';

export const TOPIC = 'arn:aws:sns:ap-southeast-1:123456789012:payments';
export const CERTIFICATE_URL = 'https://sns.ap-southeast-1.amazonaws.com/SimpleNotificationService-1.pem';

export type SnsFields = Record<string, string>;

/** The signed fields of each type, as Amazon lists them. */
const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};

/** Returns a message of Amazon SNS that a key signed (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). */
export function signSns({ privateKey }: SelfSigned, fields: SnsFields, version: '1' | '2' = '1'): SnsFields {
  const message: SnsFields = {
    Type: 'Notification',
    MessageId: crypto.randomUUID(),
    TopicArn: TOPIC,
    Message: '{}',
    Timestamp: new Date().toISOString(),
    SigningCertURL: CERTIFICATE_URL,
    ...fields,
    SignatureVersion: version,
  };
  const names = (SIGNED[message.Type ?? ''] ?? []).filter((name) => message[name] !== undefined);
  const text = names.map((name) => `${name}\n${message[name]}\n`).join('');
  const Signature = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
    .update(text)
    .sign(privateKey, 'base64');
  return { ...message, Signature };
}
