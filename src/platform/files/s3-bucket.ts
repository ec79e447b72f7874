import type { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';

/** A bucket of AWS S3, or of another service with the same API at `endpoint`. */
export interface Bucket {
  name: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_TIMEOUT_MS = 2000;
const REPLY_TIMEOUT_MS = 8000;

/** Returns a driver for a private bucket of an S3-compatible service. */
export function openBucket({ name, endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Driver {
  return new S3Driver({
    bucket: name,
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    // Many services with the S3 API support neither access lists, nor buckets by host name, nor the newer checksums.
    supportsACL: false,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REPLY_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REPLY_TIMEOUT_MS,
    },
  });
}

type Page = Awaited<ReturnType<Disk['listAll']>>;

/**
 * Yields the keys of all files in a bucket, page by page.
 * @throws Error with the code ETIMEDOUT when the service does not answer
 */
export async function* keysInBucket(disk: Disk): AsyncGenerator<string> {
  let next: string | undefined;
  do {
    const after = next ? { paginationToken: next } : {};
    const page: Page = await disk.listAll('/', { recursive: true, ...after }).catch(throwUnavailable);
    for (const object of page.objects) if (object.isFile) yield object.key;
    next = page.paginationToken;
  } while (next);
}

/** Marks any failure as an outage: calls answer 503, and jobs are retried. @throws Error always */
export function throwUnavailable(error: unknown): never {
  throw Object.assign(new Error('The file store does not answer', { cause: error }), { code: 'ETIMEDOUT' });
}
