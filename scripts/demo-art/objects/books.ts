import { darker, type Palette } from '../colours.ts';
import { circle, filled, flower, line, path, rect, roundRect, shadow, stitch } from '../shapes.ts';

export function books(p: Palette): string {
  const book = (x: number, y: number, w: number, h: number, c: string, mark: 'star' | 'dot') =>
    rect(x, y, w, h, 10, c) +
    rect(x + 14, y + h - 26, w - 14, 20, 6, '#FFF8EE') +
    rect(x, y, w, h - 30, 10, c) +
    rect(x, y, 30, h, 10, darker(c, 0.2)) +
    line(`M${x + 60},${y + (h - 30) / 2 + 1}H${x + w - 150}`, '#fff', 8, 'opacity=".8"') +
    (mark === 'star'
      ? flower(x + w - 60, y + (h - 30) / 2, 9, '#fff', p.c)
      : circle(x + w - 60, y + (h - 30) / 2, 16, p.c));
  const cover = roundRect(322, 158, 276, 350, 16);
  return (
    shadow(404, 692, 250) +
    book(172, 596, 456, 92, p.b, 'star') +
    book(206, 508, 400, 88, p.d, 'dot') +
    `<g transform="rotate(-7 460 330)"><path d="${roundRect(338, 166, 276, 350, 14)}" fill="#FFF3E0"/>${[0, 1, 2].map((k) => line(`M606,${190 + k * 6}V${496 - k * 4}`, '#E9D6BE', 3)).join('')}` +
    filled(
      cover,
      p.a,
      path('M322,400 C390,352 450,420 520,378 C560,356 590,372 600,380 V520 H322Z', darker(p.a, 0.25)) +
        path('M322,440 C400,410 470,470 600,420 V520H322Z', darker(p.a, 0.4)) +
        circle(500, 250, 54, '#FFE9A8') +
        circle(522, 238, 46, p.a) +
        (
          [
            [370, 220],
            [410, 300],
            [560, 320],
            [440, 196],
            [386, 350],
          ] as const
        )
          .map(([x, y], k) => flower(x, y, 4 + (k % 2), '#FFF3CF', '#fff'))
          .join('') +
        rect(322, 158, 34, 350, 0, darker(p.a, 0.22)),
    ) +
    stitch(roundRect(366, 172, 218, 322, 10), '#FFF', 4, '13 11', 0.8) +
    path('M420,420 c0,-40 30,-58 58,-50 c40,-6 66,20 62,54 z', '#FFF8EE') +
    circle(540, 398, 22, '#FFF8EE') +
    circle(546, 394, 4, '#3A2033') +
    path('M558,398l18,6l-18,6z', '#F59F2F') +
    path('M432,392 c-26,-2 -34,-18 -34,-18 c18,-8 40,-2 48,12z', '#EADBCB') +
    `</g>` +
    `<g transform="rotate(14 232 440)">${rect(196, 300, 60, 214, 8, p.c)}${rect(196, 330, 60, 16, 0, '#fff', 'opacity=".7"')}${rect(196, 470, 60, 16, 0, '#fff', 'opacity=".7"')}</g>`
  );
}
