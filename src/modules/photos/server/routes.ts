import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { serve } from '#platform/http/serve.ts';
import { uploadPhoto } from '../contract.ts';
import { photoAddress } from '../rules.ts';
import { PHOTO_SIZES, type PhotoSize, sizeKey } from './photo-sizes.ts';
import { admitUpload, storePhoto } from './service.ts';
import { createSizesWait } from './sizes-wait.ts';

interface Deps {
  db: Database;
  files: Files;
}

export function photoRoutes(app: FastifyInstance, { db, files }: Deps): void {
  serve(
    app,
    uploadPhoto,
    async ({ caller, upload, once }) => {
      const insertedId = await storePhoto({ db, files }, { ownerId: caller.id, upload, once });
      return { acknowledged: true, insertedId, imageURL: photoAddress(insertedId) };
    },
    ({ caller, isRepeat }) => admitUpload({ db, files }, caller.id, isRepeat),
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
 * that is not stored, the database tells whether it is being made.
 */
export async function mediaRoutes(app: FastifyInstance, { db, files }: Deps): Promise<void> {
  const areSizesBeingMade = createSizesWait(db);
  app.get('/:name', async (request, reply) => {
    const named = parseSizeName((request.params as { name: string }).name);
    if (!named) return notFound(reply);
    const open = () => files.open(sizeKey(named.id, named.size));
    let file = await open();
    if (!file) {
      const isBeingMade = await areSizesBeingMade(named.id).catch((error) => {
        if (isDatabaseUnavailable(error)) return undefined;
        throw error;
      });
      // Whether the photo exists is unknown without the database, so no cache may keep this response.
      if (isBeingMade === undefined) return reply.code(404).header('cache-control', 'no-store').send();
      // An empty 202 breaks an <img>, so it comes only after a wait.
      if (isBeingMade)
        return reply.code(202).headers({ 'cache-control': 'no-store', 'retry-after': SIZES_RETRY_S }).send();
      file = await open();
    }
    if (!file) return notFound(reply);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', file.size)
      .type(MEDIA_TYPES[named.size.format])
      .send(file.stream);
  });
  app.all('/*', async (_request, reply) => notFound(reply));
}

/** A short cache time absorbs repeated requests. */
function notFound(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'public, max-age=10').send();
}
