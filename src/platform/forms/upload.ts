import type { Call, CallSpec, Input, Reply, UploadSpec } from '#platform/contract/call.ts';
import { createClient, type Transport } from '#platform/contract/call-client.ts';
import { BASE, withToken } from '#platform/web/api-client.ts';

/** More would slow each other down on a phone. */
const CONCURRENT_UPLOADS_MAX = 2;

/** Time without progress after which an upload is aborted. */
const PROGRESS_TIMEOUT_MS = 60_000;

const runUpload = limitConcurrency(CONCURRENT_UPLOADS_MAX);

interface UploadOptions {
  file: File;
  /** Called with the sent share of the file, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
  /** The same for every attempt with this file, so that it is stored once. */
  idempotencyKey: string;
}

/**
 * Sends a call with one file and returns its reply. At most two run at once; the others wait.
 * @throws CallError when the server refuses, TypeError when it was not reached, the signal's reason when it was aborted.
 */
export function upload<S extends CallSpec & { upload: UploadSpec }>(
  call: Call<S>,
  input: Input<S>,
  options: UploadOptions,
): Promise<Reply<S>> {
  const { field } = call.spec.upload;
  const client = createClient((request) => withToken((token) => sendFile(request, token, { field, ...options })));
  return runUpload(() => client.send(call, input, { idempotencyKey: options.idempotencyKey }));
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of a request's body. */
function sendFile(
  { method, path, headers = {} }: Parameters<Transport>[0],
  token: string | null,
  { field, file, onProgress, signal }: UploadOptions & { field: string },
): ReturnType<Transport> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let timeout: ReturnType<typeof setTimeout>;
    const failNetwork = () => reject(new TypeError('Network request failed'));
    const abort = () => {
      request.abort();
      reject(signal.reason);
    };
    const abortSilent = () => {
      request.abort();
      failNetwork();
    };
    const restartTimeout = () => {
      clearTimeout(timeout);
      timeout = setTimeout(abortSilent, PROGRESS_TIMEOUT_MS);
    };
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimeout();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onerror = failNetwork;
    request.onload = () => {
      const isJson = request.getResponseHeader('content-type')?.includes('json');
      const body: unknown = isJson ? readJson(request.responseText) : undefined;
      resolve({ status: request.status, body });
    };
    request.onloadend = () => {
      clearTimeout(timeout);
      signal.removeEventListener('abort', abort);
    };
    request.open(method, BASE + path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('accept-language', document.documentElement.lang);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const form = new FormData();
    form.set(field, file);
    restartTimeout();
    request.send(form);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a function that runs tasks, at most `max` at once. The others wait in the order of their calls. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    // The slot of a finished task passes to the next one, so that no later call takes it.
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
