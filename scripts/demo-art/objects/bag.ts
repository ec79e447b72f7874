import { darker, lighter, type Palette } from '../colours.ts';
import { circle, ellipse, filled, flower, line, path, rect, roundRect, shadow, stitch } from '../shapes.ts';

export function bag(p: Palette): string {
  const body =
    'M250,330 C250,220 310,190 400,190 C490,190 550,220 550,330 V610 C550,660 520,684 480,684 H320 C280,684 250,660 250,610Z';
  return (
    shadow(400, 694, 220) +
    line('M352,196 C352,130 448,130 448,196', darker(p.a, 0.25), 22) +
    path('M226,380 C196,400 190,560 226,620 L262,600 V390Z', darker(p.b, 0.12)) +
    path('M574,380 C604,400 610,560 574,620 L538,600 V390Z', darker(p.b, 0.2)) +
    filled(body, p.a, path('M420,180H560V700H420C470,560 470,320 420,180Z', darker(p.a, 0.22), 'opacity=".25"')) +
    stitch('M276,350 C276,250 320,216 400,216 C480,216 524,250 524,350', '#fff', 4, '13 10') +
    line('M270,372 C340,350 460,350 530,372', darker(p.a, 0.3), 7) +
    rect(512, 360, 18, 46, 9, p.c) +
    filled(roundRect(286, 440, 228, 212, 40), p.b, path('M400,440H520V660H400Z', darker(p.b, 0.2), 'opacity=".15"')) +
    path(
      'M286,480 C286,450 304,440 326,440 H474 C496,440 514,450 514,480 V500 C460,528 340,528 286,500Z',
      lighter(p.b, 0.22),
    ) +
    stitch('M298,496 C350,520 450,520 502,496', '#fff', 4, '12 10') +
    circle(400, 516, 22, p.c) +
    circle(400, 516, 9, '#fff') +
    circle(356, 580, 10, '#3A2033') +
    circle(444, 580, 10, '#3A2033') +
    line('M380,602 C390,614 410,614 420,602', '#3A2033', 7) +
    ellipse(334, 602, 18, 11, '#F58AA0', 'opacity=".5"') +
    ellipse(466, 602, 18, 11, '#F58AA0', 'opacity=".5"') +
    flower(400, 296, 30, '#fff', p.c)
  );
}
