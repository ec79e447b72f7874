import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '#platform/server/database.ts';
import type { Files } from '#platform/server/files.ts';
import { serve } from '#platform/server/serve.ts';
import { uploadPhoto } from '../photos.contract.ts';
import { photoAddress } from '../photos.rules.ts';
import { PHOTO_SIZES, type PhotoSize, sizeKey } from './photo-file.ts';
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

/** Serves the sizes of photos, without asking the database: what lies under an address never changes. */
export async function mediaRoutes(app: FastifyInstance, files: Files): Promise<void> {
  app.get('/:name', async (request, reply) => {
    const named = readSizeName((request.params as { name: string }).name);
    const file = named && (await files.open(sizeKey(named.id, named.size)));
    if (!file) return missing(reply);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', file.size)
      .type(TYPES[named.size.format])
      .send(file.stream);
  });
  app.all('/*', async (_request, reply) => missing(reply));
}

/** Soon it may be there: a photo is named in a listing before its sizes are made. */
function missing(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'public, max-age=10').send();
}
