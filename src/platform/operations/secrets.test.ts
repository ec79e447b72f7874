import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadOrCreateSecret } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'dolna-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is created once, and only its user may read it', () => {
  const secret = loadOrCreateSecret(folder, 'auth');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateSecret(folder, 'auth')).toBe(secret);
  expect(loadOrCreateSecret(folder, 'other')).not.toBe(secret);
  expect(statSync(join(folder, 'secrets', 'auth')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(['auth', 'other']);
});

test('a file that a power cut left empty gets a new secret', () => {
  mkdirSync(join(folder, 'secrets'), { recursive: true });
  writeFileSync(join(folder, 'secrets', 'cut'), '');
  const secret = loadOrCreateSecret(folder, 'cut');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateSecret(folder, 'cut')).toBe(secret);
});
