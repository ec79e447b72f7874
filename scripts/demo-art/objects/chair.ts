import { darker, lighter, type Palette } from '../colours.ts';
import { DARK_WOOD, ellipse, filled, flower, line, path, rect, roundRect, shadow, stitch, WOOD } from '../shapes.ts';

export function chair(p: Palette): string {
  return (
    shadow(400, 700, 230) +
    line('M300,470 L236,690', DARK_WOOD, 26) +
    line('M500,470 L564,690', DARK_WOOD, 26) +
    line('M330,470 L292,690', WOOD, 26) +
    line('M470,470 L508,690', WOOD, 26) +
    line('M276,590 H524', DARK_WOOD, 20) +
    rect(300, 560, 200, 26, 13, WOOD) +
    filled(roundRect(286, 150, 228, 330, 60), p.a, path('M400,150H520V500H400Z', darker(p.a, 0.2), 'opacity=".16"')) +
    filled(
      roundRect(312, 178, 176, 250, 46),
      lighter(p.a, 0.6),
      [0, 1, 2, 3, 4]
        .map((r) =>
          [0, 1, 2, 3].map((k) => flower(330 + k * 46 + (r % 2 ? 22 : 0), 206 + r * 48, 7, r % 2 ? p.b : p.c)).join(''),
        )
        .join(''),
    ) +
    stitch(roundRect(322, 188, 156, 230, 40), p.a, 4, '11 9', 0.8) +
    rect(262, 420, 276, 70, 34, darker(p.a, 0.1)) +
    rect(262, 410, 276, 56, 28, p.a) +
    line('M252,300 V440', DARK_WOOD, 22) +
    line('M548,300 V440', DARK_WOOD, 22) +
    rect(206, 372, 388, 46, 23, '#FFF8EE') +
    rect(206, 372, 388, 26, 13, '#fff') +
    ellipse(330, 372, 62, 22, p.c) +
    ellipse(330, 368, 62, 22, lighter(p.c, 0.3)) +
    ellipse(330, 367, 44, 13, '#FFF3DF') +
    line('M420,364 L486,356', '#A996AC', 9) +
    ellipse(494, 354, 20, 11, '#A996AC', 'transform="rotate(-8 494 354)"')
  );
}
