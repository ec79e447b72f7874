/** Size of the list of refused passwords; the dictionary is ordered by how often they were found in leaks. */
const COMMON_MAX_PASSWORDS = 3000;
/** Shorter passwords are refused for their length. */
const COMMON_MIN_CHARS = 6;

let common: Promise<Set<string>> | undefined;

/**
 * Returns whether a password is among the most common ones, ignoring case. The dictionary is loaded with the first
 * call.
 */
export async function isCommonPassword(password: unknown): Promise<boolean> {
  if (typeof password !== 'string') return false;
  common ??= loadCommon();
  return (await common).has(password.toLowerCase());
}

async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const long = dictionary['passwords-common'].filter((one) => one.length >= COMMON_MIN_CHARS);
  return new Set(long.slice(0, COMMON_MAX_PASSWORDS));
}
