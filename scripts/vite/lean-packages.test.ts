import { expect, test } from 'vitest';
import { leanModule, withoutDisplayNames } from './lean-packages.ts';

const CODE = `function walk(fiber) { return fiber.child; }
function animate(page) { return page.animate(); }
function isUsed() { return true; }
Handle.prototype.focus = function () { isUsed(); };
exports.createRoot = function () { return 1; };
exports.createRootLater = function () { return 2; };`;

test('an idle function loses its body, a refused one throws, and members of an object go', () => {
  const lean = leanModule(CODE, {
    idle: ['walk'],
    refused: ['animate'],
    members: ['Handle.prototype', 'exports.createRoot'],
  });
  expect(lean.trim().split(/\n+/)).toEqual([
    'function walk(fiber) {}',
    `function animate(page) { throw Error('removed'); }`,
    'function isUsed() { return true; }',
    'exports.createRootLater = function () { return 2; };',
  ]);
});

test('a name that the module no longer has fails the build', () => {
  expect(() => leanModule(CODE, { idle: ['walk', 'run'], members: ['Ref.prototype'] })).toThrow(
    'The module has no run,Ref.prototype',
  );
});

test('a component of the router loses its name for developer tools', () => {
  const code = `const NavLink = React$1.forwardRef(() => null);\nNavLink.displayName = "NavLink";\n`;
  expect(withoutDisplayNames(code)).toBe('const NavLink = /* @__PURE__ */ React$1.forwardRef(() => null);\n\n');
});
