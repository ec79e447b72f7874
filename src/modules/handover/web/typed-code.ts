import { asciiDigits } from '#platform/contract/typed-input.ts';
import { CODE_CHARS } from '../rules.ts';

/** Returns the digits of a typed code in ASCII, at most CODE_CHARS. Drops all other characters. */
export function typedCode(text: string): string {
  return asciiDigits(text).replace(/\D/g, '').slice(0, CODE_CHARS);
}

/** Returns the code in the URL of a QR code; undefined when it belongs to another booking or is none. */
export function codeInUrl(address: string, bookingId: string): string | undefined {
  const url = URL.parse(address);
  if (!url?.pathname.toLowerCase().endsWith(`/mybuyers/${bookingId}`)) return undefined;
  return /^#code=(\d{6})$/.exec(url.hash)?.[1];
}
