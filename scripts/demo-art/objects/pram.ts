import { darker, lighter, type Palette } from '../colours.ts';
import { circle, filled, flower, line, path, rect, shadow, steps, stitch } from '../shapes.ts';

export function pram(p: Palette): string {
  const hood = 'M402,384 L402,158 A226,226 0 0 1 628,384 Z';
  const bowl = 'M176,384 C180,520 262,566 402,566 C542,566 624,520 628,384 Z';
  const wheel = (x: number) =>
    circle(x, 618, 74, 'none', `stroke="${darker(p.d, 0.1)}" stroke-width="17"`) +
    circle(x, 618, 54, 'none', `stroke="#fff" stroke-width="5" opacity=".75"`) +
    steps(10)
      .map((k) => {
        const a = (k * Math.PI) / 5;
        return line(`M${x},618L${x + 58 * Math.cos(a)},${618 + 58 * Math.sin(a)}`, '#fff', 4, 'opacity=".8"');
      })
      .join('') +
    circle(x, 618, 19, p.c) +
    circle(x, 618, 8, '#fff');
  return (
    shadow(402, 694, 270) +
    line('M262,618 C300,560 330,560 402,560 C474,560 504,560 542,618', '#8D7A90', 11) +
    line('M250,560 C300,612 504,612 554,560', '#A996AC', 9) +
    wheel(262) +
    wheel(542) +
    line('M186,420 C140,402 116,362 92,300', '#8D7A90', 13) +
    line('M98,316 C92,300 88,290 84,276', p.d, 26) +
    filled(
      bowl,
      p.a,
      path(
        'M176,384 C180,520 262,566 402,566 C542,566 624,520 628,384 L560,384 C548,500 470,536 360,530 C270,526 210,470 176,384Z',
        darker(p.a, 0.22),
        'opacity=".45"',
      ) + stitch('M212,430 C232,510 300,536 402,536 C504,536 572,510 592,430'),
    ) +
    filled(
      hood,
      p.b,
      [0, 1, 2, 3, 4]
        .map((k) => {
          const a0 = -Math.PI / 2 + ((k * Math.PI) / 10) * 1,
            a1 = a0 + Math.PI / 10;
          return k % 2
            ? path(
                `M402,384 L${402 + 230 * Math.cos(a0)},${384 + 230 * Math.sin(a0)} A230,230 0 0 1 ${402 + 230 * Math.cos(a1)},${384 + 230 * Math.sin(a1)} Z`,
                lighter(p.b, 0.3),
              )
            : '';
        })
        .join('') +
        path('M402,384 L628,384 A226,226 0 0 0 560,222 C570,290 520,352 402,384Z', darker(p.b, 0.2), 'opacity=".28"'),
    ) +
    line('M402,158 L402,384', darker(p.b, 0.25), 8) +
    [0, 1, 2, 3, 4, 5]
      .map((k) => {
        const a = -Math.PI / 2 + (k * Math.PI) / 10;
        return circle(402 + 226 * Math.cos(a), 384 + 226 * Math.sin(a), 13, p.c);
      })
      .join('') +
    path('M214,384 C214,346 250,330 290,336 C320,322 372,330 402,360 L402,384 Z', '#FFF8EE') +
    flower(262, 362, 8, p.c) +
    flower(330, 356, 8, p.b) +
    rect(158, 366, 488, 40, 20, '#FFF8EE') +
    stitch('M180,386H624', p.a, 4, '12 11', 0.9) +
    flower(402, 470, 20, '#fff', p.c)
  );
}
