import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Database } from '#platform/server/database.ts';
import type { Files } from '#platform/server/files.ts';
import { serve } from '#platform/server/serve.ts';
import { uploadPhoto } from '../photos.contract.ts';
import { PHOTO_WIDTHS, photoAddress } from '../photos.rules.ts';
import { PHOTO_FORMATS, sizeKey } from './photo-file.ts';
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

/** `{id}-{width}.{format}`. */
const sizeName = z
  .string()
  .regex(/^[0-9a-f-]{36}-\d+\.\w+$/)
  .transform((name) => ({
    id: name.slice(0, 36),
    width: Number(name.slice(37).split('.')[0]),
    format: name.split('.')[1],
  }))
  .pipe(z.object({ id: z.uuid(), width: z.literal(PHOTO_WIDTHS), format: z.literal(PHOTO_FORMATS) }));

/** Serves the sizes of photos, without asking the database: what lies under an address never changes. */
export async function mediaRoutes(app: FastifyInstance, files: Files): Promise<void> {
  app.get('/:name', async (request, reply) => {
    const { data: size } = sizeName.safeParse((request.params as { name: string }).name);
    const file = size && (await files.open(sizeKey(size.id, size.width, size.format)));
    if (!file) return missing(reply);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', file.size)
      .type(`image/${size.format}`)
      .send(file.stream);
  });
  app.all('/*', async (_request, reply) => missing(reply));
}

/** Soon it may be there: a photo is named in a listing before its sizes are made. */
function missing(reply: FastifyReply) {
  return reply.code(404).header('cache-control', 'public, max-age=10').send();
}
