import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import { createExpiringCache } from '#platform/database/ttl-cache.ts';
import type { Files } from '#platform/files/file-store.ts';
import type { Caller } from '#platform/http/access.ts';
import { serve } from '#platform/http/serve.ts';
import { uploadPhoto, uploadPrivatePhoto } from '../contract.ts';
import { photoPath } from '../rules.ts';
import { PHOTO_SIZES, type PhotoSize, sizeKey } from '../storage.rules.ts';
import { admitUpload, storePhoto } from './service.ts';
import { isSigned } from './signed-photo-url.ts';
import { findPhoto } from './store.ts';

interface Deps {
  db: Database;
  files: Files;
}

/** Serves the calls of photos/contract.ts, which store uploads. `mediaRoutes` serves the stored sizes. */
export function photoRoutes(app: FastifyInstance, { db, files }: Deps): void {
  const admit = ({ caller, isRepeat }: { caller: Caller; isRepeat: boolean }) =>
    admitUpload({ db, files }, caller.id, isRepeat);

  serve(
    app,
    uploadPhoto,
    async ({ caller, upload, once }) => {
      const insertedId = await storePhoto({ db, files }, { ownerId: caller.id, upload, once });
      return { acknowledged: true, insertedId, imageURL: photoPath(insertedId) };
    },
    admit,
  );

  serve(
    app,
    uploadPrivatePhoto,
    async ({ caller, upload, once }) => ({
      acknowledged: true,
      insertedId: await storePhoto({ db, files }, { ownerId: caller.id, upload, once, isPrivate: true }),
    }),
    admit,
  );
}

/** Parses `{id}-{width}.{format}`; undefined for any other name. */
function parseSizeName(name: string): { id: string; size: PhotoSize } | undefined {
  const [, typed, kind] = /^([0-9a-f-]{36})-(\d+\.\w+)$/.exec(name) ?? [];
  const id = z.uuid().safeParse(typed).data;
  const size = PHOTO_SIZES.find(({ width, format }) => kind === `${width}.${format}`);
  return id && size ? { id, size } : undefined;
}

const MEDIA_TYPES: Record<PhotoSize['format'], string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

/** `Retry-After` for a photo whose sizes take longer than a request waits. */
const SIZES_RETRY_S = 5;

/**
 * Serves the sizes of photos. A path never changes its content, so a stored size is served without the database. For a size
 * that is not stored, the database says whether it is being made.
 */
export async function mediaRoutes(
  app: FastifyInstance,
  { db, files, secret }: Deps & { secret: string },
): Promise<void> {
  const areSizesBeingMade = createSizesWait(db);
  app.get('/:name', (request, reply) => send(request, reply, false));
  app.get('/private/:name', (request, reply) => send(request, reply, true));
  app.all('/*', async (_request, reply) => notFound(reply));

  async function send(request: FastifyRequest, reply: FastifyReply, isPrivate: boolean) {
    const named = parseSizeName((request.params as { name: string }).name);
    if (!named || (isPrivate && !isSigned(secret, named.id, request.query as Record<string, unknown>)))
      return notFound(reply);
    const open = () => files.open(sizeKey(named.id, named.size, isPrivate));
    let file = await open();
    if (!file) {
      const isBeingMade = await areSizesBeingMade(named.id).catch((error) => {
        if (isDatabaseUnavailable(error)) return undefined;
        throw error;
      });
      // Whether the photo exists is unknown without the database, so no cache may keep this response.
      if (isBeingMade === undefined) return reply.code(404).header('cache-control', 'no-store').send();
      // An empty 202 breaks an <img>, so it is sent only after the timeout.
      if (isBeingMade)
        return reply.code(202).headers({ 'cache-control': 'no-store', 'retry-after': SIZES_RETRY_S }).send();
      file = await open();
    }
    if (!file) return notFound(reply);
    return reply
      .header('cache-control', isPrivate ? 'private, max-age=3600' : 'public, max-age=31536000, immutable')
      .header('content-length', file.size)
      .type(MEDIA_TYPES[named.size.format])
      .send(file.stream);
  }
}

/** A short cache time absorbs repeated requests. */
function notFound(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'public, max-age=10').send();
}

/** Most sizes are made within two seconds. */
const SIZES_WAIT_MS = 4000;
const SIZES_POLL_MS = 250;
/** The ids of photos that do not exist are cached as long as HTTP caches keep the 404. */
const ABSENT_CACHE_MS = 10_000;

/**
 * Returns a function that waits up to four seconds while the sizes of a photo are being made. It returns whether they are still
 * being made. Requests for the same photo share one wait. For a photo that does not exist the database is queried once in ten
 * seconds.
 */
function createSizesWait(db: Database): (photoId: string) => Promise<boolean> {
  const waits = new Map<string, Promise<boolean>>();
  const absentIds = createExpiringCache<true>();

  async function waitForSizes(photoId: string): Promise<boolean> {
    const deadline = Date.now() + SIZES_WAIT_MS;
    let photo = await findPhoto(db, photoId);
    if (!photo) absentIds.set(photoId, true, Date.now() + ABSENT_CACHE_MS);
    while (photo?.state === 'waiting') {
      if (Date.now() >= deadline) return true;
      await pause(SIZES_POLL_MS);
      photo = await findPhoto(db, photoId);
    }
    return false;
  }

  return async (photoId) => {
    if (absentIds.get(photoId)) return false;
    const wait = waits.get(photoId) ?? waitForSizes(photoId).finally(() => waits.delete(photoId));
    waits.set(photoId, wait);
    return wait;
  };
}
