import { darker, lighter, type Palette } from '../colours.ts';
import { circle, ellipse, filled, line, path, rect, roundRect, shadow, stitch } from '../shapes.ts';

export function teddy(p: Palette): string {
  const f = p.a,
    d = darker(f, 0.16),
    l = lighter(f, 0.5);
  return (
    shadow(400, 694, 220) +
    circle(292, 196, 58, f) +
    circle(292, 196, 32, l) +
    circle(508, 196, 58, f) +
    circle(508, 196, 32, l) +
    ellipse(400, 530, 158, 160, f) +
    ellipse(400, 548, 104, 110, l) +
    `<g transform="rotate(24 262 500)">${ellipse(262, 490, 52, 98, d)}</g><g transform="rotate(-24 538 500)">${ellipse(538, 490, 52, 98, d)}</g>` +
    ellipse(282, 640, 86, 70, f) +
    ellipse(518, 640, 86, 70, f) +
    circle(276, 644, 46, l) +
    circle(524, 644, 46, l) +
    (
      [
        [-20, -14],
        [0, -24],
        [20, -14],
      ] as const
    )
      .map(([x, y]) => circle(276 + x, 644 + y, 8, d) + circle(524 + x, 644 + y, 8, d))
      .join('') +
    ellipse(276, 656, 16, 13, d) +
    ellipse(524, 656, 16, 13, d) +
    filled(
      `M400,150 C520,150 556,226 556,286 C556,370 490,408 400,408 C310,408 244,370 244,286 C244,226 280,150 400,150Z`,
      f,
      ellipse(520, 330, 90, 120, d, 'opacity=".35"'),
    ) +
    ellipse(400, 330, 82, 62, l) +
    ellipse(400, 304, 28, 20, '#4A2B3F') +
    ellipse(393, 298, 9, 5, '#fff', 'opacity=".6"') +
    line('M400,324 V346 C392,360 372,360 364,348 M400,346 C408,360 428,360 436,348', '#4A2B3F', 7) +
    circle(330, 262, 16, '#3A2033') +
    circle(470, 262, 16, '#3A2033') +
    circle(335, 257, 5, '#fff') +
    circle(475, 257, 5, '#fff') +
    ellipse(298, 316, 24, 16, '#F58AA0', 'opacity=".45"') +
    ellipse(502, 316, 24, 16, '#F58AA0', 'opacity=".45"') +
    path(
      'M400,420 C360,386 318,392 308,404 C300,430 306,462 322,470 C352,466 380,450 400,432 C420,450 448,466 478,470 C494,462 500,430 492,404 C482,392 440,386 400,420Z',
      p.b,
    ) +
    ellipse(400, 428, 26, 24, darker(p.b, 0.15)) +
    stitch('M326,416 C346,410 366,418 382,428 M474,416 C454,410 434,418 418,428') +
    `<g transform="rotate(8 446 566)">${rect(418, 540, 58, 54, 10, p.c)}${stitch(roundRect(425, 547, 44, 40, 6), '#fff', 4, '9 8')}</g>`
  );
}
