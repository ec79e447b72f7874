import { darker, lighter, type Palette } from '../colours.ts';
import { circle, DARK_WOOD, filled, flower, line, path, rect, shadow, steps, stitch } from '../shapes.ts';

export function frock(p: Palette): string {
  const bodice = 'M330,262 C360,286 440,286 470,262 L508,286 L492,414 H308 L292,286 Z';
  const skirt =
    'M308,410 H492 C536,500 590,600 616,662 C560,694 480,676 400,694 C320,676 240,694 184,662 C210,600 264,500 308,410Z';
  const dot = (row: number, k: number) => {
    const [petals, heart] = (row + k) % 2 ? ['#fff', p.c] : [p.c, '#fff'];
    return flower(220 + k * 62 + (row % 2 ? 31 : 0), 452 + row * 42, 7, petals, heart);
  };
  const dots = steps(6).flatMap((row) => steps(7).map((k) => dot(row, k)));
  return (
    shadow(400, 716, 190, 14, 0.1) +
    line('M400,160 C400,120 446,124 440,154 C436,176 400,172 400,204', '#8D7A90', 9) +
    line('M400,204 L262,276 M400,204 L538,276', DARK_WOOD, 18) +
    path('M294,286 C236,286 206,340 214,384 C246,408 300,396 316,372Z', lighter(p.a, 0.15)) +
    path('M506,286 C564,286 594,340 586,384 C554,408 500,396 484,372Z', darker(p.a, 0.08)) +
    stitch('M220,376 C250,394 290,388 310,366', p.c, 4, '10 8') +
    stitch('M580,376 C550,394 510,388 490,366', p.c, 4, '10 8') +
    filled(
      skirt,
      p.a,
      dots.join('') +
        path('M400,410 C380,520 380,620 400,700 H640 V410Z', darker(p.a, 0.25), 'opacity=".14"') +
        [300, 360, 440, 500]
          .map((x, k) =>
            line(
              `M${330 + k * 46},414 C${320 + k * 50},500 ${x - 20 + k * 10},600 ${x - 30 + k * 20},690`,
              darker(p.a, 0.25),
              5,
              'opacity=".22"',
            ),
          )
          .join('') +
        line('M184,640 C240,672 320,654 400,672 C480,654 560,672 616,640', p.b, 26) +
        stitch('M196,642 C244,668 320,652 400,670 C480,652 556,668 604,642', '#fff', 4, '12 10'),
    ) +
    filled(bodice, lighter(p.a, 0.12), path('M400,262 H520 V420 H400Z', darker(p.a, 0.2), 'opacity=".12"')) +
    rect(300, 398, 200, 28, 12, p.b) +
    flower(400, 412, 15, p.c, '#fff') +
    path('M330,258 C330,300 372,322 398,308 L400,280 Z', '#FFF8EE') +
    path('M470,258 C470,300 428,322 402,308 L400,280Z', '#FFF3E6') +
    circle(400, 336, 8, p.b) +
    circle(400, 364, 8, p.b)
  );
}
