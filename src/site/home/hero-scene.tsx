import { type EarlyPicture, KeptPart } from '#platform/web/cached-html.tsx';

export type HeroTone = 'butter' | 'mint' | 'blush';

/** Three arches in each slide's counter-colours, and what stands before them: left, middle, right. */
const SCENES = {
  butter: { arches: ['#FFC9CE', '#BFE6D2', '#DDCBF1'], things: ['teddy', 'pram', 'blocks'] },
  mint: { arches: ['#FFE1A3', '#C9E0F7', '#FFD0D4'], things: ['bag', 'chair', 'books'] },
  blush: { arches: ['#CDE7DA', '#FFE4AE', '#D3E5F6'], things: ['rings', 'horse', 'shoes'] },
} as const;

const pictureOf = (thing: string) => `/art/cut-${thing}.svg`;

/** What is seen first. */
export const FIRST_PICTURES: EarlyPicture[] = SCENES.butter.things.map((thing, index) => ({
  src: pictureOf(thing),
  fetchPriority: priorityOf(index),
}));

const PLACES = ['left', 'middle', 'right'];

/** A corner of a nursery, drawn. The first one is seen at once, so its pictures come first. */
export function HeroScene({ tone, first }: { tone: HeroTone; first: boolean }) {
  const { arches, things } = SCENES[tone];
  return (
    <>
      <KeptPart as="svg" name="arches" of={tone} className="hero-arches" viewBox="0 0 620 380" aria-hidden="true">
        <path d="M14 380V200a112 112 0 0 1 224 0v180z" fill={arches[0]} />
        <path d="M178 380V158a150 150 0 0 1 300 0v222z" fill={arches[1]} />
        <path d="M420 380V226a86 86 0 0 1 172 0v154z" fill={arches[2]} />
        <g fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" strokeDasharray="13 11" opacity="0.9">
          <path d="M34 380V200a92 92 0 0 1 184 0v180" />
          <path d="M200 380V158a128 128 0 0 1 256 0v222" />
          <path d="M440 380V226a66 66 0 0 1 132 0v154" />
        </g>
      </KeptPart>
      {things.map((thing, index) => (
        <img
          key={thing}
          className={`hero-${PLACES[index]}`}
          src={pictureOf(thing)}
          alt=""
          width={680}
          height={680}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? priorityOf(index) : 'auto'}
        />
      ))}
    </>
  );
}

/** The one in the middle is the largest. */
function priorityOf(index: number): 'high' | 'auto' {
  return index === 1 ? 'high' : 'auto';
}
