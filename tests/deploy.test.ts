import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PROVIDER_ENVIRONMENT } from '#modules/payments/server/providers/provider-list.ts';
import { readSettings, SETTINGS } from '#modules/payments/server/store-settings.ts';
import { connectionsOf } from '../src/server.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');

// The YAML parser of the API's description; the store itself reads no YAML.
const fromSwagger = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'));
const { parseAllDocuments } = fromSwagger('yaml') as {
  parseAllDocuments(text: string, options: object): { errors: Error[]; toJS(): unknown }[];
};

function documents(path: string): unknown[] {
  const parsed = parseAllDocuments(read(path), { merge: true });
  expect([path, parsed.flatMap(({ errors }) => errors)]).toEqual([path, []]);
  return parsed.map((document) => document.toJS());
}

/** Values of an operator. */
const FILLED: Record<string, string> = {
  PUBLIC_URL: 'https://store.example',
  DATABASE_PASSWORD: 'password',
  AUTH_SECRET: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
  METRICS_TOKEN: '7Jq0mVxT2kYpR9sZcLwB4nHdGfEaUoIi',
  SMTP_URL: 'smtps://mail.example:465',
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  S3_ACCESS_KEY_ID: 'store',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** Reads settings from a container's environment. Other variables must be parts of settings. */
function settingsIn(where: string, environment: Record<string, string>) {
  const used = Object.values(environment).join(' ');
  const strange = Object.keys(environment).filter(
    (name) => !SETTINGS.some((one) => one === name) && !used.includes(`$(${name})`),
  );
  expect([where, strange]).toEqual([where, []]);
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+)[^}]*\}|\$\((\w+)\)/g, (_, one, other) => FILLED[one ?? other] ?? ''),
  ]);
  return readSettings({ ...environmentOfImage(), ...Object.fromEntries(filled) });
}

/** Settings of another gateway in Stripe's place. */
const OTHER_GATEWAY = ['STRIPE_API_BASE', 'STRIPE_JS_URL'];
/** Settings that must be equal in all processes. */
const OPTIONAL = [
  ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER', 'CLOSED', 'PAYMENT_METHODS'],
  ...['BUSINESS_NAME', 'BUSINESS_ADDRESS'],
  ...Object.keys(PROVIDER_ENVIRONMENT).filter((name) => !OTHER_GATEWAY.includes(name)),
];

function environmentOfImage(): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  const pairs = line.split(' ').map((pair) => pair.split('=') as [string, string]);
  expect(pairs.map(([name]) => name).filter((name) => !SETTINGS.some((one) => one === name))).toEqual([]);
  return Object.fromEntries(pairs);
}

describe('the image', () => {
  test('has the files of a production store, and starts it', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/store\/(\S+)/gm)].map(([, path]) => path);
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'node_modules', 'migrations', 'build', 'src']));
    const let_in = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm) ?? [];
    for (const path of let_in) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    const [, started = ''] = /^CMD \["node", (.*)\]$/m.exec(read('Dockerfile')) ?? [];
    // The image and `npm start` pass the same arguments to Node.
    const commands = readFileSync(join(ROOT, 'scripts/bootstrap/commands.mjs'), 'utf8');
    expect(commands).toContain(`runNode([${started.replaceAll('"', "'")}, ...rest]`);
    expect(existsSync(join(ROOT, 'src/main.ts'))).toBe(true);
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
  });
});

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.union([z.string(), z.array(z.string())]).optional(),
      environment: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe('the compose file', () => {
  const { services } = compose.parse(documents('compose.yaml')[0]);
  const stores = Object.entries(services).filter(([, { image }]) => image === 'dolna');

  test('starts two web processes and a worker with valid production settings', () => {
    const roles = stores.map(([name, { environment }]) => settingsIn(name, environment ?? {}).ROLE);
    expect(roles.toSorted()).toEqual(['web', 'web', 'worker']);
    expect(read('Caddyfile')).toContain('reverse_proxy web1:3000 web2:3000');
  });

  test.each(OPTIONAL)('passes %s on to every process', (name) => {
    for (const [, { environment }] of stores) expect(environment?.[name]).toBe(`\${${name}:-}`);
  });

  test('needs only the variables of its example, and has enough connections', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const named = read('store.env.example').match(/^\w+(?==)/gm) ?? [];
    expect(named.toSorted()).toEqual([...asked].toSorted());
    const [, most] = /max_connections=(\d+)/.exec(String(services.database?.command)) ?? [];
    expect(stores.length * connectionsOf(readSettings({}))).toBeLessThan(Number(most));
  });
});

const resource = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) }).loose();
const variables = z.array(z.object({ name: z.string(), value: z.string().optional() }));
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number(),
    strategy: z.object({ type: z.string() }).optional(),
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            env: variables,
            startupProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
            livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
            readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

describe('the Kubernetes manifests', () => {
  const all = globSync('kubernetes/*.yaml', { cwd: join(ROOT, 'deploy') })
    .flatMap((path) => documents(path))
    .map((one) => resource.parse(one));
  const ofKind = (kind: string) => all.filter((one) => one.kind === kind);

  test('have a web and a worker with valid production settings', () => {
    const [config, secret] = [ofKind('ConfigMap')[0]?.data, ofKind('Secret')[0]?.stringData];
    const shared = { ...(config as object), ...(secret as object) };
    const secrets = Object.keys(secret as object).map((name) => [name, FILLED[name] ?? '']);
    const found = ofKind('Deployment').map((one) => {
      const { metadata, spec } = deployment.parse(one);
      const [container] = spec.template.spec.containers;
      const own = container?.env.map(({ name, value }) => [name, value ?? FILLED[name] ?? '']) ?? [];
      expect(container?.livenessProbe.httpGet.path).toBe('/healthz');
      expect(container?.readinessProbe.httpGet.path).toBe('/readyz');
      const settings = settingsIn(metadata.name, {
        ...shared,
        ...Object.fromEntries(secrets),
        ...Object.fromEntries(own),
      });
      return { role: settings.ROLE, replica: settings.DATABASE_REPLICA_URL !== undefined };
    });
    expect(found).toEqual([
      { role: 'web', replica: true },
      { role: 'worker', replica: false },
    ]);
  });

  test.each(OPTIONAL)('contain %s, switched off', (name) => {
    const shared = { ...(ofKind('ConfigMap')[0]?.data as object), ...(ofKind('Secret')[0]?.stringData as object) };
    expect(shared).toMatchObject({ [name]: '' });
  });

  test('stop every process of a release before the next one starts', () => {
    const strategies = ofKind('Deployment').map((one) => deployment.parse(one).spec.strategy?.type);
    expect(strategies).toEqual(['Recreate', 'Recreate']);
  });

  test('have enough connections for the autoscaler’s maximum and one more process of each role', () => {
    const most = z.object({ maxReplicas: z.number() }).parse(ofKind('HorizontalPodAutoscaler')[0]?.spec).maxReplicas;
    const cluster = z
      .object({
        instances: z.literal(3),
        postgresql: z.object({ parameters: z.object({ max_connections: z.string() }) }),
      })
      .parse(ofKind('Cluster')[0]?.spec);
    const workers = deployment.parse(ofKind('Deployment')[1]).spec.replicas;
    const processes = most + 1 + workers + 1;
    const { max_connections } = cluster.postgresql.parameters;
    expect(processes * connectionsOf(readSettings({}))).toBeLessThan(Number(max_connections));
  });
});
