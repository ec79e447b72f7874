// How the script speaks with the gateway and with its frames. Every address derives from where the script came from.

const base = new URL('.', document.currentScript.src).href;

const OFFLINE =
  'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';

/** The page's code is at fault. */
export class IntegrationError extends Error {
  name = 'IntegrationError';
}

/** `{ card: { token: 'x' } }` as `card[token]=x`. */
export function flatten(value, name = '', fields = {}) {
  if (value === undefined || value === null) return fields;
  if (typeof value !== 'object') fields[name] = String(value);
  else for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}[${key}]` : key, fields);
  return fields;
}

/** Calls the gateway: `{ object }` or `{ error }`, never a rejection. */
export async function callGateway(method, path, fields) {
  const form = new URLSearchParams({ ...fields, _quiet: 'true' });
  const address = new URL(path, base);
  if (method === 'GET') address.search = form.toString();
  try {
    const body = method === 'GET' ? {} : { body: form };
    const answer = await fetch(address, { method, credentials: 'omit', ...body });
    const object = await answer.json();
    return object.error ? { error: object.error } : { object };
  } catch {
    return { error: { type: 'api_connection_error', message: OFFLINE } };
  }
}

/** Hears a sandboxed frame, which has no origin of its own, until it is called off. */
export function listenTo(frame, hear) {
  const listener = (event) => {
    if (event.source === frame.contentWindow && event.origin === 'null') hear(event.data);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** A frame of the gateway's that the page cannot look into. */
export function makeFrame(address, title) {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = `${new URL(address, base).href}#${new URLSearchParams({ origin: location.origin })}`;
  frame.style.cssText = 'display: block; width: 100%; border: 0; margin: 0; padding: 0; overflow: hidden;';
  return frame;
}
