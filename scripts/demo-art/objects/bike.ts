import { darker, lighter, type Palette } from '../colours.ts';
import { circle, DARK_WOOD, flower, line, path, rect, shadow, steps, stitch, WOOD } from '../shapes.ts';

export function bike(p: Palette): string {
  const wheel = (x: number) =>
    circle(x, 574, 112, 'none', `stroke="#3F2B45" stroke-width="24"`) +
    circle(x, 574, 96, 'none', `stroke="#FFF8EE" stroke-width="9"`) +
    steps(12)
      .map((k) => {
        const a = (k * Math.PI) / 6;
        return line(`M${x},574L${x + 90 * Math.cos(a)},${574 + 90 * Math.sin(a)}`, '#B9A8BC', 4);
      })
      .join('') +
    circle(x, 574, 26, p.c) +
    circle(x, 574, 10, '#fff');
  return (
    shadow(400, 690, 300) +
    wheel(236) +
    wheel(564) +
    line('M236,574 L330,430 L506,420', p.a, 30) +
    line('M330,430 C380,520 470,520 508,430', darker(p.a, 0.12), 24) +
    line('M564,574 L492,330', p.b, 26) +
    line('M340,448 L316,372', ' #8D7A90'.trim(), 18) +
    path(
      'M238,352 C270,336 330,338 376,350 C392,356 388,384 366,386 C320,392 280,396 250,386 C232,380 228,360 238,352Z',
      p.d,
    ) +
    stitch('M254,368 C290,360 330,360 366,368', '#fff', 4, '11 9') +
    line('M492,330 L484,296', ' #8D7A90'.trim(), 16) +
    line('M440,268 C464,292 500,296 540,276', '#8D7A90', 16) +
    line('M420,262 L450,276', p.c, 26) +
    line('M528,282 L556,264', p.c, 26) +
    circle(486, 274, 18, '#F2C14E') +
    circle(482, 269, 6, '#fff', 'opacity=".7"') +
    rect(508, 356, 84, 66, 14, WOOD, 'transform="rotate(8 550 390)"') +
    [0, 1, 2].map((k) => line(`M512,${374 + k * 18} l84,10`, DARK_WOOD, 5)).join('') +
    flower(540, 346, 15, '#fff') +
    flower(572, 352, 13, lighter(p.b, 0.4)) +
    line('M236,574 H300', '#3F2B45', 10)
  );
}
