import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { UploadSpec } from '#platform/contract/call.ts';
import { fieldProblem, Problem } from '#platform/contract/problem.ts';

/** A received file, which exists until its call is answered. Its name and type are ignored. */
export interface Upload {
  path: string;
  /** In base64url. */
  sha256: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The folder of uploads in progress. */
    incoming: string;
  }
}

/** Size of a form without its file. */
const FORM_MAX_BYTES = 16 * 1024;

/** Timeout of an upload with its reply; longer than the timeout of receiving a request. */
export const UPLOAD_TIMEOUT_MS = 130_000;

/** Lets the routes of a scope take multipart forms, and no other body. */
export async function acceptUploads(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { throwFileSizeLimit: false });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Returns the form's description for the OpenAPI document. */
export function uploadSchema({ field }: UploadSpec) {
  return { consumes: ['multipart/form-data'], body: z.object({ [field]: z.file() }) };
}

/** Admits an upload before its body is read. Returns the function to call when it is done. @throws Problem to refuse it */
export type Admit = () => Promise<() => void>;

/**
 * Receives the one file of a form and runs with it. Deletes the file afterwards, unless it was moved.
 * @throws Problem for any other form and for a file that is too large; errors of `admit` pass unchanged.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  spec: UploadSpec,
  admit: Admit,
  run: (upload: Upload) => Promise<T>,
): Promise<T> {
  const end = await admit().catch((error) => {
    discardBody(request);
    throw error;
  });
  try {
    const upload = await receiveUpload(request, spec);
    // A repeated request is recognized by its content.
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
    const tooLarge = fieldProblem('tooLarge', 'too-large', spec.field, spec.tooLarge);
    if (Number(request.headers['content-length']) > spec.bytesMax + FORM_MAX_BYTES) throw tooLarge;
    const hash = createHash('sha256');
    let isReceived = false;
    const limits = { fileSize: spec.bytesMax, files: 1, fields: 0, parts: 1, headerPairs: 20 };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file' || part.fieldname !== spec.field) throw notOneFile(spec);
      part.file.on('data', (chunk) => hash.update(chunk));
      await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (part.file.truncated) throw tooLarge;
      isReceived = true;
    }
    if (!isReceived) throw notOneFile(spec);
    return { path, sha256: hash.digest('base64url') };
  } catch (error) {
    await rm(path, { force: true });
    throw asProblem(error, spec);
  } finally {
    discardBody(request);
  }
}

/** Reads and discards the rest of the form, so that a client that is still sending receives the reply. */
function discardBody({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

function notOneFile({ field }: UploadSpec): Problem {
  return fieldProblem('invalid', 'not-one-file', field, 'error.oneFile');
}

function asProblem(error: unknown, spec: UploadSpec): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code)) return notOneFile(spec);
  // Errors of the form parser have no code; errors of Fastify and of the file system do.
  return code ? error : new Problem('invalid', 'bad-request', 'error.badRequest');
}
