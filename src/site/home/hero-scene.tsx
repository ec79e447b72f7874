export type HeroTone = 'butter' | 'mint' | 'blush';

/** For each slide the fills of its three arches, and the drawings in front of them. */
const SCENES = {
  butter: { arches: ['#FFC9CE', '#BFE6D2', '#DDCBF1'], drawings: ['teddy', 'pram', 'blocks'] },
  mint: { arches: ['#FFE1A3', '#C9E0F7', '#FFD0D4'], drawings: ['bag', 'chair', 'books'] },
  blush: { arches: ['#CDE7DA', '#FFE4AE', '#D3E5F6'], drawings: ['rings', 'horse', 'shoes'] },
} as const;

const POSITIONS = ['left', 'middle', 'right'] as const;

/** A drawn corner of a nursery. The pictures of the first slide load eagerly; the middle one, the largest, goes first. */
export function HeroScene({ tone, first }: { tone: HeroTone; first: boolean }) {
  const { arches, drawings } = SCENES[tone];
  return (
    <>
      <svg className="hero-arches" viewBox="0 0 620 380" aria-hidden="true">
        <path d="M14 380V200a112 112 0 0 1 224 0v180z" fill={arches[0]} />
        <path d="M178 380V158a150 150 0 0 1 300 0v222z" fill={arches[1]} />
        <path d="M420 380V226a86 86 0 0 1 172 0v154z" fill={arches[2]} />
        <g fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" strokeDasharray="13 11" opacity="0.9">
          <path d="M34 380V200a92 92 0 0 1 184 0v180" />
          <path d="M200 380V158a128 128 0 0 1 256 0v222" />
          <path d="M440 380V226a66 66 0 0 1 132 0v154" />
        </g>
      </svg>
      {drawings.map((drawing, index) => (
        <img
          key={drawing}
          className={`hero-${POSITIONS[index]}`}
          src={`/art/cut-${drawing}.svg`}
          alt=""
          width={680}
          height={680}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first && POSITIONS[index] === 'middle' ? 'high' : 'auto'}
        />
      ))}
    </>
  );
}
