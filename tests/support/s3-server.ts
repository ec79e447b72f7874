import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { freePort } from '#embedded-postgres/postmaster.ts';

/** An S3 server with an empty bucket. */
export interface S3Server {
  /** Settings for the store. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

const BUCKET = 'photos';

/** Opens an S3 server with an empty bucket on a free port. */
export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'dolna-s3-'));
  const port = await freePort();
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
  });
  await server.run();
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      (server.httpServer as Server).closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
