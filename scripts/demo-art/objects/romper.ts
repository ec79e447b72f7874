import { darker, lighter, type Palette } from '../colours.ts';
import { circle, filled, flower, path, rect, shadow, steps, stitch } from '../shapes.ts';

export function romper(p: Palette): string {
  const suit =
    'M318,196 C350,226 450,226 482,196 L590,250 C606,262 612,290 604,330 L596,380 L520,368 C524,440 528,500 524,548 L486,640 C462,650 438,640 426,624 C414,606 386,606 374,624 C362,640 338,650 314,640 L276,548 C272,500 276,440 280,368 L204,380 L196,330 C188,290 194,262 210,250Z';
  const stripes = steps(10).map((k) => rect(180, 210 + k * 46, 440, 20, 0, k % 2 ? p.b : p.c, 'opacity=".8"'));
  return (
    shadow(400, 704, 170, 12, 0.1) +
    filled(
      suit,
      p.a,
      stripes.join('') + path('M400,190H640V680H400C440,520 440,330 400,190Z', darker(p.a, 0.3), 'opacity=".12"'),
    ) +
    path('M318,196 C350,226 450,226 482,196 C470,262 330,262 318,196Z', '#FFF8EE') +
    stitch('M326,212 C352,250 448,250 474,212', p.a, 4, '10 8') +
    stitch('M214,366 L286,356 M586,366 L514,356', '#fff', 5, '11 9') +
    path('M322,420 h156 v52 c0,44 -40,66 -78,66 c-38,0 -78,-22 -78,-66z', lighter(p.a, 0.55)) +
    stitch('M334,432 h132 v40 c0,36 -34,54 -66,54 c-32,0 -66,-18 -66,-54z', p.a, 4, '10 8') +
    flower(400, 474, 22, p.b, p.c) +
    [360, 400, 440].map((x) => circle(x, 612 + (x === 400 ? -6 : 6), 7, '#fff')).join('')
  );
}
