/** The four colours of one drawing: its body, its counterpart, its ornament and its darkest part. */
export interface Palette {
  a: string;
  b: string;
  c: string;
  d: string;
}

export const PALETTES = {
  gada: { a: '#F4A63A', b: '#7A3B82', c: '#E5567B', d: '#3D8F73' },
  shapla: { a: '#E5637F', b: '#F6B84B', c: '#7FC3A4', d: '#6B2A6E' },
  kochi: { a: '#4FA283', b: '#F7C35F', c: '#EE7F6B', d: '#3C6FA8' },
  akash: { a: '#5A9BD0', b: '#F6A5A0', c: '#F7C35F', d: '#6B2A6E' },
  beguni: { a: '#8A4B93', b: '#F2B54A', c: '#F08CA2', d: '#4FA283' },
  mati: { a: '#C98357', b: '#4E9A86', c: '#F3BF58', d: '#D5556F' },
  bhalluk: { a: '#C98F5A', b: '#D5556F', c: '#5A9BD0', d: '#3D8F73' },
  jaam: { a: '#4B5FA8', b: '#F08C6C', c: '#F7CC6A', d: '#B24C86' },
} satisfies Record<string, Palette>;
export type PaletteName = keyof typeof PALETTES;

/** Wall, floor and the arch behind the thing. */
export const BACKDROPS = {
  mint: { wall: '#CBEAD9', floor: '#AFDAC4', arch: '#E1F5EA' },
  butter: { wall: '#FFE6AE', floor: '#F6D38A', arch: '#FFF1CF' },
  blush: { wall: '#FFD5D8', floor: '#F7BCC3', arch: '#FFE8E8' },
  sky: { wall: '#CBE4F6', floor: '#AFD2EC', arch: '#E2F1FB' },
  lilac: { wall: '#E4D6F2', floor: '#D0BDE6', arch: '#F1E8F9' },
  peach: { wall: '#FFDABF', floor: '#F7C3A0', arch: '#FFEBDC' },
  cotton: { wall: '#F6E9DA', floor: '#EAD6C0', arch: '#FDF6EC' },
};
export type BackdropName = keyof typeof BACKDROPS;

const INK = '#2B1830';
const WHITE = '#FFFFFF';

/** A colour between two others; `share` 0 is the first, 1 the second. */
function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const between = (at: number) => {
    const start = channel(from, at);
    const value = Math.round(start + (channel(to, at) - start) * share);
    return Math.max(0, Math.min(255, value)).toString(16).padStart(2, '0');
  };
  return `#${between(1)}${between(3)}${between(5)}`;
}

export function darker(colour: string, share = 0.18): string {
  return mix(colour, INK, share);
}

export function lighter(colour: string, share = 0.35): string {
  return mix(colour, WHITE, share);
}
