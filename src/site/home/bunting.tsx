const FLAGS = [
  { x: 448, y: 18.4, turn: 26, fill: '#5A9BD0' },
  { x: 522, y: 47.9, turn: 17.3, fill: '#E5567B' },
  { x: 596, y: 64.4, turn: 7.6, fill: '#FFB52E' },
  { x: 670, y: 67.7, turn: -2.5, fill: '#4FA283' },
  { x: 744, y: 57.9, turn: -12.5, fill: '#FFFFFF' },
  { x: 818, y: 35, turn: -21.7, fill: '#6B2A6E' },
  { x: 900, y: 59.3, turn: 18.7, fill: '#E5567B' },
  { x: 974, y: 78, turn: 9.5, fill: '#FFFFFF' },
  { x: 1048, y: 84, turn: -0.3, fill: '#4FA283' },
  { x: 1122, y: 77.3, turn: -10, fill: '#FFB52E' },
  { x: 1196, y: 58, turn: -19.1, fill: '#5A9BD0' },
];

const STRING = 'M390-14C480 42 570 68 672 68S780 50 830 30C900 66 970 84 1048 84S1210 62 1270 26';

/** A string of stitched flags along the top of the hero. */
export function Bunting() {
  return (
    <svg className="hero-bunting" viewBox="0 0 1240 160" preserveAspectRatio="xMaxYMin meet" aria-hidden="true">
      <path d={STRING} fill="none" stroke="#6B2A6E" strokeWidth="2.6" />
      {FLAGS.map((flag) => (
        <Flag key={flag.x} {...flag} />
      ))}
    </svg>
  );
}

function Flag({ x, y, turn, fill }: (typeof FLAGS)[number]) {
  return (
    <g transform={`translate(${x},${y}) rotate(${turn})`}>
      <path d="M-18 0h36L0 38z" fill={fill} />
      <path
        d="M-9.5 6.5h19"
        stroke={fill === '#FFFFFF' ? '#E5567B' : '#FFFFFF'}
        strokeWidth="2.5"
        strokeDasharray="5 4"
        strokeLinecap="round"
      />
    </g>
  );
}
