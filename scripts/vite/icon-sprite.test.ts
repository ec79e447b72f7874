import { expect, test } from 'vitest';
import { drawSprite, iconNames, withSpriteIcons } from './icon-sprite.ts';

test('the icons are those that source files import, without types and local names', () => {
  const sources = [
    `import { Link as LinkIcon, Heart, type LucideIcon } from 'lucide-react';`,
    `import { lazy } from 'react';\nimport {\n  House,\n  Heart,\n} from 'lucide-react';`,
  ];
  expect(iconNames(sources)).toEqual(['Heart', 'House', 'Link']);
});

test('a file declares the icons that it imports, and still imports types', () => {
  const code = `import { Link as LinkIcon, Heart, type LucideIcon } from 'lucide-react';\nexport const icon = Heart;`;
  expect(withSpriteIcons(code, '/s.svg')).toBe(
    [
      `import { spriteIcon } from '#ui/sprite-icon.tsx'; import type { LucideIcon } from 'lucide-react';`,
      ` const LinkIcon = /* @__PURE__ */ spriteIcon('/s.svg#Link');`,
      ` const Heart = /* @__PURE__ */ spriteIcon('/s.svg#Heart');\nexport const icon = Heart;`,
    ].join(''),
  );
});

test('the sprite has a symbol with the drawing of each icon, and refuses an unknown one', () => {
  expect(drawSprite(['Heart'])).toMatch(
    /<symbol id="Heart" viewBox="0 0 24 24"><path d="[^"]+"[^>]*><\/path><\/symbol>/,
  );
  expect(() => drawSprite(['Hart'])).toThrow('Hart');
});
