import { darker, lighter, type Palette } from '../colours.ts';
import {
  circle,
  DARK_WOOD,
  disc,
  ellipse,
  filled,
  line,
  path,
  rect,
  roundRect,
  shadow,
  stitch,
  WOOD,
} from '../shapes.ts';

export function rings(p: Palette): string {
  const cols = [p.a, p.b, p.c, p.d, lighter(p.a, 0.25)];
  return (
    shadow(400, 690, 220) +
    path('M214,632 H586 C586,676 500,694 400,694 C300,694 214,676 214,632Z', WOOD) +
    path('M214,632 H586 C586,650 570,660 540,666 C440,676 300,670 214,632Z', lighter(WOOD, 0.25)) +
    rect(380, 180, 40, 460, 20, DARK_WOOD) +
    cols
      .map((c, k) => {
        const w = 330 - k * 46,
          y = 566 - k * 82,
          x = 400 - w / 2;
        return (
          filled(
            roundRect(x, y, w, 78, 39),
            c,
            ellipse(400, y + 88, w * 0.62, 46, darker(c, 0.25), 'opacity=".5"') +
              ellipse(400 - w * 0.18, y + 12, w * 0.24, 12, '#fff', 'opacity=".4"'),
          ) +
          (k % 2
            ? stitch(`M${x + 40},${y + 39}H${x + w - 40}`, '#fff', 5, '14 12', 0.75)
            : [...Array(5)].map((_, j) => circle(x + (w * (j + 1)) / 6, y + 40, 8, '#fff', 'opacity=".75"')).join(''))
        );
      })
      .join('') +
    filled(
      disc(400, 180, 62),
      p.b,
      ellipse(420, 220, 70, 40, darker(p.b, 0.25), 'opacity=".5"') + ellipse(376, 152, 20, 13, '#fff', 'opacity=".55"'),
    ) +
    circle(382, 176, 6, '#3A2033') +
    circle(418, 176, 6, '#3A2033') +
    line('M386,196 C394,204 406,204 414,196', '#3A2033', 5)
  );
}
