import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { THEME_COLORS } from './theme-colors.ts';

test('the browser’s bars have the colours of the page', () => {
  const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
  const canvas = [...tokens.matchAll(/--c-canvas: (#\w+);/g)].map(([, color]) => color);
  expect([...new Set(canvas)]).toEqual([THEME_COLORS.light, THEME_COLORS.dark]);
});
