/** The first of what is offered that a browser accepts (RFC 9110, 12.5.3); `identity` when it accepts none of it. */
export function encodingFor<E extends string>(accepted: string | string[] = '', offered: readonly E[]): E | 'identity' {
  const wanted = String(accepted)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
    .map((part) => part.replace(/;.*/s, '').trim().toLowerCase());
  return offered.find((encoding) => wanted.includes(encoding)) ?? 'identity';
}
