import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Call, CallSpec, Input } from '#platform/contract/call.ts';
import { CallError, createClient } from '#platform/contract/call-client.ts';
import { loginPath, sendRequest, withToken } from './api-client.ts';
import { failureMessage } from './offline-cache.ts';

/** How long the browser may read an offered file. */
const OBJECT_URL_LIFETIME_MS = 60_000;

const files = createClient(async (request) => {
  const response = await withToken((token) => sendRequest(request, token));
  return { status: response.status, body: response.ok ? await response.blob() : await response.json() };
});

/**
 * Fetches the file that a call returns and has the browser save it, once it is complete. A link cannot send the access
 * token, which travels in a header.
 */
async function saveFile<S extends CallSpec & { file: string }>(
  call: Call<S>,
  input: Input<S>,
  name: string,
): Promise<void> {
  const file = (await files.send(call, input)) as unknown as Blob;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_LIFETIME_MS);
}

/** For a button that downloads a file. `save` returns the message to show when it failed. */
export function useDownload() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [pending, setPending] = useState(false);

  async function save<S extends CallSpec & { file: string }>(
    call: Call<S>,
    input: Input<S>,
    name: string,
  ): Promise<{ fault?: string }> {
    setPending(true);
    try {
      await saveFile(call, input, name);
      return {};
    } catch (error) {
      if (error instanceof CallError && error.status === 401) await navigate(loginPath(pathname + search));
      if (!(error instanceof CallError)) console.error(error);
      return { fault: (error instanceof CallError && error.message) || failureMessage(error) };
    } finally {
      setPending(false);
    }
  }
  return { pending, save };
}
