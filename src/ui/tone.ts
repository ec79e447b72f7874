export const TONES = ['blush', 'butter', 'mint', 'sky', 'lilac', 'peach'] as const;
export type Tone = (typeof TONES)[number];

/** Returns the class of a pastel background: of `tone` if we have it, otherwise one derived from `name`. */
export function toneClass(tone: string, name = tone): string {
  if ((TONES as readonly string[]).includes(tone)) return `tone-${tone}`;
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return `tone-${TONES[sum % TONES.length]}`;
}
