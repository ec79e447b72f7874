import { expect, test } from 'vitest';
import { redact } from './log-redaction.ts';

test.each([
  ['no such user: rumana.islam+x@example.com', 'no such user: [e-mail]'],
  ['/api/users/admin/rumana%40example.com', '/api/users/admin/[e-mail]'],
  ['550 <rumana@example.com> unknown', '550 <[e-mail]> unknown'],
  ['Key (phone)=(01712345678) exists', 'Key (phone)=([phone]) exists'],
  ['call +880 1712-345678 now', 'call [phone] now'],
  ['card 4242 4242 4242 4242 declined', 'card [card] declined'],
  ['"4242424242424242"', '"[card]"'],
  ['Authorization: Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Authorization: Bearer [secret]'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln is old', 'token [token] is old'],
  ['pi_123_secret_abc of whsec_12345678', 'pi_123_secret_[secret] of whsec_[secret]'],
  ['GET /reset?token=a-b_c&lang=bn', 'GET /reset?token=[secret]&lang=bn'],
  [
    'https://pay.example/api.php?store_passwd=a-b%26c&passwd=x1',
    'https://pay.example/api.php?store_passwd=[secret]&passwd=[secret]',
  ],
  ['{"store_passwd":"hunter22"}', '{"store_passwd":"[secret]"}'],
  ['{"newPassword":"hunter22"}', '{"newPassword":"[secret]"}'],
  [String.raw`"msg":"{\"password\":\"hunter22\"}"`, String.raw`"msg":"{\"password\":\"[secret]\"}"`],
  ['postgresql://store:hunter22@database/store', 'postgresql://store:[secret]@database/store'],
])('%s is logged as %s', (line, clean) => {
  expect(redact(line)).toBe(clean);
});

test('times, ids, routes and stack traces are logged unchanged', () => {
  const line = JSON.stringify({
    level: 50,
    time: 1763742000004,
    reqId: 'h7k2m9q4w8xz',
    req: { method: 'GET', path: '/api/bookings/0190a0a0-0171-7234-9678-000000000000' },
    took: 12.424242424242424,
    err: { type: 'Error', code: '23505', message: 'boom', stack: 'at file:///app/src/a.ts:12:34' },
  });
  expect(redact(line)).toBe(line);
});

test.each(['a', 'a-', '@', 'a@', '1 ', '"password":"', '://a:', 'eyJ-', 'pi_', 'token=', '01712-', '\\'])(
  'a long line of %s is redacted in linear time',
  (piece) => {
    const began = performance.now();
    redact(piece.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(1000);
  },
);
