import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';

const PACKAGE = 'lucide-react';
const IMPORT = /import \{([^}]*)\} from 'lucide-react';/;

/**
 * Draws the icons of `lucide-react` from one file, so that pages load no drawings as JavaScript. Measured on the home page:
 * 6 KB less JavaScript. Each file declares its own icons, so that a page has only those of its files.
 */
export function iconSprite(): Plugin {
  const names = iconNames(globSync('src/**/*.tsx').map((path) => readFileSync(path, 'utf8')));
  const source = drawSprite(names);
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `assets/icons-${hash}.svg`;
  return {
    name: 'icon-sprite',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/[^?]*\.tsx$/.test(id) || !IMPORT.test(code)) return;
      return { code: withSpriteIcons(code, `/${fileName}`), map: null };
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(source);
      });
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** Returns the names of the icons that source files import, sorted. */
export function iconNames(sources: string[]): string[] {
  const names = sources.flatMap((source) => {
    const [, list = ''] = IMPORT.exec(source) ?? [];
    return list.split(',').map((name) => name.trim().replace(/ as .*/, ''));
  });
  return [...new Set(names)].filter((name) => /^\w+$/.test(name)).sort();
}

/** Returns an SVG document with a symbol for each icon. @throws Error for a name that the package does not have. */
export function drawSprite(names: string[]): string {
  const symbols = names.map((name) => {
    const icon = (lucide as Record<string, unknown>)[name] as lucide.LucideIcon | undefined;
    if (!icon) throw new Error(`${PACKAGE} has no icon ${name}`);
    const drawing = renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** Returns a source file with its icons declared from the sprite instead of imported. Types are still imported. */
export function withSpriteIcons(code: string, sprite: string): string {
  return code.replace(IMPORT, (_import, list: string) => {
    const names = list.split(',').flatMap((name) => name.trim() || []);
    const types = names.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
    const icons = names
      .filter((name) => !name.startsWith('type '))
      .map((name) => {
        const [icon, local = icon] = name.split(' as ');
        return ` const ${local} = /* @__PURE__ */ spriteIcon('${sprite}#${icon}');`;
      });
    const typeImport = types.length > 0 ? ` import type { ${types.join(', ')} } from '${PACKAGE}';` : '';
    return `import { spriteIcon } from '#ui/sprite-icon.tsx';${typeImport}${icons.join('')}`;
  });
}
