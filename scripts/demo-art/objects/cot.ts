import { lighter, type Palette } from '../colours.ts';
import {
  circle,
  DARK_WOOD,
  ellipse,
  filled,
  flower,
  line,
  path,
  rect,
  roundRect,
  shadow,
  steps,
  stitch,
  WOOD,
} from '../shapes.ts';

export function cot(p: Palette): string {
  const bars = steps(9)
    .map((k) => rect(196 + k * 49, 300, 18, 286, 9, k % 2 ? WOOD : lighter(WOOD, 0.18)))
    .join('');
  const cloths = [p.a, p.b, p.c, p.d, lighter(p.a, 0.4), lighter(p.b, 0.35)];
  const patch = (column: number, row: number) => {
    const x = 190 + column * 54;
    const y = 452 + row * 44;
    const seam = stitch(roundRect(x + 7, y + 7, 40, 30, 4), '#fff', 3, '7 6', 0.7);
    return rect(x, y, 54, 44, 0, String(cloths[(column * 2 + row * 3) % cloths.length])) + seam;
  };
  const quilt = steps(8)
    .flatMap((column) => steps(3).map((row) => patch(column, row)))
    .join('');
  return (
    shadow(400, 700, 270) +
    line('M400,90 V140', '#A996AC', 5) +
    line('M318,150 C340,132 460,132 482,150', '#A996AC', 7) +
    (
      [
        [318, p.a, 190],
        [372, p.c, 218],
        [428, p.b, 196],
        [482, p.d, 214],
      ] as const
    )
      .map(([x, c, y]) => line(`M${x},146V${y - 16}`, '#A996AC', 4) + flower(x, y, 12, c))
      .join('') +
    rect(176, 318, 448, 270, 14, '#FFFFFF', 'opacity=".35"') +
    path('M190,430 C240,410 300,420 330,452 H190Z', '#fff') +
    ellipse(262, 432, 66, 26, '#FFFDF8') +
    filled(roundRect(184, 448, 432, 132, 18), p.a, quilt) +
    rect(184, 444, 432, 22, 10, '#FFF8EE') +
    bars +
    rect(160, 270, 480, 40, 20, DARK_WOOD) +
    rect(160, 270, 480, 22, 11, WOOD) +
    rect(160, 566, 480, 46, 16, DARK_WOOD) +
    rect(160, 566, 480, 26, 13, WOOD) +
    rect(150, 226, 44, 462, 20, WOOD) +
    rect(606, 226, 44, 462, 20, WOOD) +
    rect(176, 226, 18, 462, 9, DARK_WOOD, 'opacity=".6"') +
    rect(632, 226, 18, 462, 9, DARK_WOOD, 'opacity=".6"') +
    circle(172, 222, 26, p.c) +
    circle(628, 222, 26, p.c) +
    circle(172, 694, 16, '#6B5870') +
    circle(628, 694, 16, '#6B5870')
  );
}
