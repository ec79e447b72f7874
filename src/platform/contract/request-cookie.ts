/** Returns the value of a request's cookie; undefined without it. */
export function readCookie(
  { headers }: { headers: { cookie?: string | undefined } },
  name: string,
): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
