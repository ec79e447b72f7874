import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { UploadSpec } from '#platform/contract/call.ts';
import { Problem } from '#platform/contract/problem.ts';

/** A file as it came, lying aside until its call is answered. Neither its name nor its type has been believed. */
export interface Upload {
  path: string;
  /** Of its bytes, in base64url. */
  sha256: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The folder where files arrive. */
    incoming: string;
  }
}

/** What a form takes beside its file, in bytes. */
const ENVELOPE = 16 * 1024;

/** How long a form may take to come in and be answered, in milliseconds: a little more than any request may to come in. */
export const UPLOAD_TIME = 130_000;

/** Lets the routes of a scope take multipart forms, and no other body. */
export async function takeUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** How the OpenAPI document describes the form. */
export function uploadSchema({ field }: UploadSpec) {
  return { consumes: ['multipart/form-data'], body: z.object({ [field]: z.file() }) };
}

/** Lets somebody send a file, or refuses before it comes in. What it gives is called when all is done. */
export type Admit = () => Promise<() => void>;

/**
 * Takes the one file of a form and runs with it; whatever is not taken over then goes.
 * @throws Problem for any other form, for a file that is too large, and whatever `admit` throws.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  spec: UploadSpec,
  admit: Admit,
  run: (upload: Upload) => Promise<T>,
): Promise<T> {
  const end = await admit().catch((error) => {
    drop(request);
    throw error;
  });
  try {
    const upload = await receiveUpload(request, spec);
    // What makes a repeated request the same one is what was sent, not where it lies.
    request.body = { sha256: upload.sha256 };
    try {
      return await run(upload);
    } finally {
      await rm(upload.path, { force: true });
    }
  } finally {
    end();
  }
}

async function receiveUpload(request: FastifyRequest, spec: UploadSpec): Promise<Upload> {
  if (!request.isMultipart()) throw new Problem('unsupported', 'not-multipart', 'error.multipart');
  const path = join(request.server.incoming, randomUUID());
  try {
    const tooLarge = new Problem('tooLarge', 'too-large', spec.tooLarge, [
      { field: spec.field, message: spec.tooLarge },
    ]);
    if (Number(request.headers['content-length']) > spec.bytesMax + ENVELOPE) throw tooLarge;
    const hash = createHash('sha256');
    let received = false;
    const limits = { fileSize: spec.bytesMax, files: 1, fields: 0, parts: 1, headerPairs: 20 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || part.fieldname !== spec.field) throw notOneFile(spec);
      part.file.on('data', (chunk) => hash.update(chunk));
      await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated) throw tooLarge;
      received = true;
    }
    if (!received) throw notOneFile(spec);
    return { path, sha256: hash.digest('base64url') };
  } catch (error) {
    await rm(path, { force: true });
    throw asProblem(error, spec);
  } finally {
    drop(request);
  }
}

/** What is left of the form is read and dropped, so that who still sends it hears the answer. */
function drop({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function notOneFile({ field }: UploadSpec): Problem {
  return new Problem('invalid', 'not-one-file', 'error.oneFile', [{ field, message: 'error.oneFile' }]);
}

function asProblem(error: unknown, spec: UploadSpec): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code)) return notOneFile(spec);
  // The parser of forms has no codes of its own; what has one is Fastify's or the file system's.
  return code ? error : new Problem('invalid', 'bad-request', 'error.badRequest');
}
