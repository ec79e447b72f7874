import type { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';

/** A bucket of a store that speaks S3: of AWS, or of whoever stands at `endpoint`. */
export interface Bucket {
  name: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long it may take to be reached, and to answer, in milliseconds. */
const CONNECT = 2000;
const ANSWER = 8000;

export function openBucket({ name, endpoint, region, accessKeyId, secretAccessKey }: Bucket): S3Driver {
  return new S3Driver({
    bucket: name,
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    // Many that speak S3 know neither access lists, nor buckets by host name, nor the newer checksums.
    supportsACL: false,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT,
      requestTimeout: ANSWER,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER,
    },
  });
}

type Page = Awaited<ReturnType<Disk['listAll']>>;

export async function* keysInBucket(disk: Disk): AsyncGenerator<string> {
  let next: string | undefined;
  do {
    const after = next ? { paginationToken: next } : {};
    const page: Page = await disk.listAll('/', { recursive: true, ...after }).catch(bucketAway);
    for (const object of page.objects) if (object.isFile) yield object.key;
    next = page.paginationToken;
  } while (next);
}

/** Says of any failure that something the store needs is away: calls answer 503, and jobs are tried again. */
export function bucketAway(error: unknown): never {
  throw Object.assign(new Error('The store of files does not answer', { cause: error }), { code: 'ETIMEDOUT' });
}
