import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import type { Files } from '#platform/files/file-store.ts';
import { serve } from '#platform/http/serve.ts';
import { uploadPhoto } from '../photos.contract.ts';
import { photoAddress } from '../photos.rules.ts';
import { PHOTO_SIZES, type PhotoSize, sizeKey } from './photo-file.ts';
import { createSizesWait } from './photo-wait.ts';
import { admitPhoto, keepPhoto } from './photos.service.ts';

export function photoRoutes(app: FastifyInstance, { db, files }: { db: Database; files: Files }): void {
  serve(
    app,
    uploadPhoto,
    async ({ caller, upload, once }) => {
      const insertedId = await keepPhoto({ db, files }, { ownerId: caller.id, upload, once });
      return { acknowledged: true, insertedId, imageURL: photoAddress(insertedId) };
    },
    ({ caller, isRepeat }) => admitPhoto({ db, files }, caller.id, isRepeat),
  );
}

/** Takes `{id}-{width}.{format}` apart; undefined for what is no size of a photo. */
function readSizeName(name: string): { id: string; size: PhotoSize } | undefined {
  const [, typed, kind] = /^([0-9a-f-]{36})-(\d+\.\w+)$/.exec(name) ?? [];
  const id = z.uuid().safeParse(typed).data;
  const size = PHOTO_SIZES.find(({ width, format }) => kind === `${width}.${format}`);
  return id && size ? { id, size } : undefined;
}

const TYPES: Record<PhotoSize['format'], string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' };

/** When a client should ask again for a photo whose sizes take longer than a request waits, in seconds. */
const SIZES_RETRY_S = 5;

/**
 * Serves the sizes of photos. What lies under an address never changes, so a size that is there is served without the
 * database. Only for one that is not there the database is asked whether it is still being made.
 */
export async function mediaRoutes(app: FastifyInstance, { db, files }: { db: Database; files: Files }): Promise<void> {
  const areSizesBeingMade = createSizesWait(db);
  app.get('/:name', async (request, reply) => {
    const named = readSizeName((request.params as { name: string }).name);
    if (!named) return missing(reply);
    const open = () => files.open(sizeKey(named.id, named.size));
    let file = await open();
    if (!file) {
      const isBeingMade = await areSizesBeingMade(named.id).catch((error) => {
        if (isDatabaseUnavailable(error)) return undefined;
        throw error;
      });
      // Without the database nobody knows whether the photo exists, so no cache may keep this answer.
      if (isBeingMade === undefined) return reply.code(404).header('cache-control', 'no-store').send();
      // An empty 202 breaks an <img>, so it comes only after a wait.
      if (isBeingMade)
        return reply.code(202).headers({ 'cache-control': 'no-store', 'retry-after': SIZES_RETRY_S }).send();
      file = await open();
    }
    if (!file) return missing(reply);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', file.size)
      .type(TYPES[named.size.format])
      .send(file.stream);
  });
  app.all('/*', async (_request, reply) => missing(reply));
}

/** Cached for a moment only, against clients that ask again and again. */
function missing(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'public, max-age=10').send();
}
