import { darker, lighter, type Palette } from '../colours.ts';
import { ellipse, filled, flower, line, path, shadow, stitch } from '../shapes.ts';

export function shoes(p: Palette): string {
  const shoe = (dx: number, dy: number, s: number, c: string) =>
    `<g transform="translate(${dx},${dy}) scale(${s})">` +
    filled(
      'M40,60 C44,20 92,16 120,30 C150,100 220,112 286,132 C330,146 338,188 330,214 H34 C26,160 34,110 40,60Z',
      c,
      path('M34,214 C60,150 200,200 340,170 V230H34Z', darker(c, 0.22), 'opacity=".35"') +
        path('M232,110 C260,130 258,190 236,220 H350 V100Z', lighter(c, 0.6)),
    ) +
    path('M40,60 C44,20 92,16 120,30 C126,46 132,60 140,72 C104,84 64,80 40,60Z', darker(c, 0.28)) +
    ellipse(84, 44, 40, 15, '#FFF8EE') +
    [0, 1, 2].map((k) => line(`M${138 + k * 30},${66 + k * 22} l26,-20`, '#fff', 11)).join('') +
    stitch('M58,196 C60,150 62,120 62,96', '#fff', 4, '10 9') +
    `<path d="M26,206 H334 C344,206 350,214 348,228 C346,248 334,254 318,254 H44 C28,254 20,246 20,228 C20,214 20,206 26,206Z" fill="#FFF8EE"/>` +
    stitch('M40,232H330', p.b, 5, '13 11', 0.9) +
    flower(98, 150, 17, p.c, '#fff') +
    `</g>`;
  return shadow(410, 662, 290, 24) + shoe(300, 330, 1.08, darker(p.a, 0.07)) + shoe(120, 404, 1.08, p.a);
}
