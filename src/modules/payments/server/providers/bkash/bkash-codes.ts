import type { Refusal } from '../../../rules.ts';

/**
 * Status codes of an execution that took nothing, and the reason for the buyer (https://developer.bka.sh/docs/error-codes).
 * They count only while a query reports the payment as not completed. Any other code leaves the outcome unknown, also those
 * of an execution that was called before: 2029, 2062, 2116 and 2117.
 */
export const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['2002', 'ended'], // invalid payment
  ['2009', 'account'], // invalid wallet
  ['2010', 'code'], // invalid OTP
  ['2011', 'code'], // invalid PIN
  ['2014', 'code'], // wrong PIN
  ['2015', 'locked'], // wrong PIN too often
  ['2016', 'code'], // wrong OTP
  ['2017', 'locked'], // wrong OTP too often
  ['2018', 'ended'], // time for the OTP is over
  ['2019', 'ended'], // time for the PIN is over
  ['2023', 'funds'], // insufficient balance
  ['2037', 'account'], // the account may not pay
  ['2038', 'account'], // the kind of account may not pay
  ['2043', 'code'], // wrong credential
  ['2045', 'account'], // unknown number
  ['2056', 'ended'], // invalid state, as after a cancellation
  ['2057', 'account'], // no bKash account
  ['2058', 'account'], // no customer account
  ['2060', 'ended'], // the payer did not confirm
  ['2069', 'ended'], // cancelled
]);

/** bKash is under maintenance or has an error of its own: the call had no clear outcome. */
export const OUTAGES: ReadonlySet<string> = new Set(['503', '2003', '2020', '2024', '9999']);
