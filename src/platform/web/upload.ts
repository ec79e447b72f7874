import type { Call, CallSpec, Input, Reply, UploadSpec } from '#platform/contract/call.ts';
import { createClient, type Transport } from '#platform/contract/call-client.ts';
import { BASE, withToken } from './api-client.ts';
import { withTimeout } from './with-timeout.ts';

/** Files on their way at once. More would only slow one another down on a phone. */
const AT_ONCE = 2;

/** An upload of which nothing was heard for this long, in milliseconds, is given up. */
const SILENCE = 60_000;

const inTurn = withTimeout(AT_ONCE);

interface UploadOptions {
  file: File;
  /** Hears how much of the file has left, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
  /** The same for every try with this file, so that it is kept once. */
  idempotencyKey: string;
}

/**
 * Makes a call that sends one file, and gives its reply; two are under way at most, the others wait.
 * @throws CallError when the server refuses, TypeError when it was not reached, the signal's reason when it was aborted.
 */
export function upload<S extends CallSpec & { upload: UploadSpec }>(
  call: Call<S>,
  input: Input<S>,
  options: UploadOptions,
): Promise<Reply<S>> {
  const { field } = call.spec.upload;
  const client = createClient((request) => withToken((token) => sendFile(request, token, { field, ...options })));
  return inTurn(() => client.send(call, input, { idempotencyKey: options.idempotencyKey }));
}

/** `fetch` tells nothing of a body on its way out, so this is an XMLHttpRequest. */
function sendFile(
  { method, path, headers = {} }: Parameters<Transport>[0],
  token: string | null,
  { field, file, onProgress, signal }: UploadOptions & { field: string },
): ReturnType<Transport> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const unreached = () => reject(new TypeError('Network request failed'));
    const abort = () => {
      request.abort();
      reject(signal.reason);
    };
    const giveUp = () => {
      request.abort();
      unreached();
    };
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE);
    };
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onerror = unreached;
    request.onload = () => {
      const isJson = request.getResponseHeader('content-type')?.includes('json');
      const body: unknown = isJson ? readJson(request.responseText) : undefined;
      resolve({ status: request.status, body });
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    };
    request.open(method, BASE + path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('accept-language', document.documentElement.lang);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const form = new FormData();
    form.set(field, file);
    heard();
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
