import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a form carries the signature of the store's password. It filters requests of others, but does not prove a payment. */
export function hasValidSignature(form: Record<string, string>, storePassword: string): boolean {
  const { verify_sign: sign, verify_key: key } = form;
  if (!sign || !key || !/^[0-9a-f]{32}$/.test(sign)) return false;
  const names = key.split(',');
  // A signature without the payment's fields does not cover the payment.
  if (!names.includes('tran_id') || !names.includes('status')) return false;
  const fields: Record<string, string> = {};
  for (const name of names) fields[name] = form[name] ?? '';
  fields.store_passwd = md5(storePassword);
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return timingSafeEqual(Buffer.from(md5(text)), Buffer.from(sign));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
