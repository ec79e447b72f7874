import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { english } from '#i18n/english.ts';
import type { ProblemReply } from '#platform/contract/problem.ts';
import { BARE_HEADERS } from './error-handler.ts';

/** Status codes of Node's errors before there is a request, by their codes (https://nodejs.org/api/http.html#event-clienterror). */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers bytes that are no HTTP request, and closes the connection. */
export function handleClientErrors(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? 400;
  const message = english['error.badRequest'];
  const problem: ProblemReply = {
    type: 'urn:dolna:problem:bad-request',
    title: 'bad-request',
    status,
    detail: message,
    message,
  };
  const body = JSON.stringify(problem);
  const headers = {
    ...BARE_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
