// Requests to the gateway and messages of its frames. Every address is relative to the script's own.

const base = new URL('.', document.currentScript.src).href;

const OFFLINE =
  'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';

/** An error in the page's use of this script. */
export class IntegrationError extends Error {
  name = 'IntegrationError';
}

/** Returns form fields: `{ card: { brand: 'x' } }` becomes `card[brand]=x`. */
export function flatten(value, name = '', fields = {}) {
  if (value === undefined || value === null) return fields;
  if (typeof value !== 'object') fields[name] = String(value);
  else for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}[${key}]` : key, fields);
  return fields;
}

/** Calls the gateway. Returns `{ object }` or `{ error }`; never rejects. */
export async function callGateway(method, path, fields) {
  const form = new URLSearchParams({ ...fields, _quiet: 'true' });
  const address = new URL(path, base);
  if (method === 'GET') address.search = form.toString();
  try {
    const body = method === 'GET' ? {} : { body: form };
    const response = await fetch(address, { method, credentials: 'omit', ...body });
    const object = await response.json();
    return object.error ? { error: object.error } : { object };
  } catch {
    return { error: { type: 'api_connection_error', message: OFFLINE } };
  }
}

/** Handles the messages of a sandboxed frame, whose origin is opaque. Returns a function that stops it. */
export function onFrameMessage(frame, handle) {
  const listener = (event) => {
    if (event.source === frame.contentWindow && event.origin === 'null') handle(event.data);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** Returns a frame of the gateway that the page cannot access. */
export function createFrame(address, title) {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = `${new URL(address, base).href}#${new URLSearchParams({ origin: location.origin })}`;
  frame.style.cssText = 'display: block; width: 100%; border: 0; margin: 0; padding: 0; overflow: hidden;';
  return frame;
}
