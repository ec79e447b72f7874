import { expect, test } from 'vitest';
import { leanModule } from './lean-router.ts';

test('an unused function of the router loses its body, and a component its name for developer tools', () => {
  const code = `function decodeRedirectErrorDigest(digest) { return digest; }
function decodeRouteErrorResponseDigest(digest) { return digest; }
function isUsed() { return true; }
const NavLink = React$1.forwardRef(() => null);
NavLink.displayName = "NavLink";
`;
  const lean = leanModule(code, 'errors');
  expect(lean.replaceAll(/ {2,}/g, ' ')).toBe(`function decodeRedirectErrorDigest(digest) { }
function decodeRouteErrorResponseDigest(digest) { }
function isUsed() { return true; }
const NavLink = /* @__PURE__ */ React$1.forwardRef(() => null);

`);
});

test('a function that the router no longer has fails the build', () => {
  expect(() => leanModule('', 'errors')).toThrow('React Router has no function decodeRedirectErrorDigest');
});
