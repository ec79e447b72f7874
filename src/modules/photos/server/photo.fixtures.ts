import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, vi } from 'vitest';
import { addJob } from '#platform/jobs/job-runner.ts';
import { wakeWorkers } from '../../../../tests/support/rows.ts';
import type { Person, TestStore } from '../../../../tests/support/test-store.ts';
import { PHOTO_FIELD } from '../contract.ts';
import { PHOTO_CLEANUP } from './photo-cleanup.job.ts';

/** Words in the metadata only. */
export const CANARY = 'Road 7A Dhanmondi';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const RED = { r: 200, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 200 };

/** A picture of one colour. */
export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: BLUE } });
}

/** A photo of a phone: rotated (orientation 6), red at the top, with its location. */
export async function fromPhone(width = 1200, height = 900): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: RED } })
    .png()
    .toBuffer();
  return plain(width, height)
    .composite([{ input: red, left: 0, top: 0 }])
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${CANARY}</place></x:xmpmeta>`)
    .withExif({
      IFD0: { Copyright: CANARY },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '23/1 44/1 46/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '90/1 22/1 40/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few hundred bytes that declares this many pixels. */
export function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const body = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

/** The keyword and flags of a compressed text or profile, by the type of its chunk. */
const TEXT_HEADS = { zTXt: 'Comment\0\0', iTXt: 'Comment\0\x01\0\0\0', iCCP: 'profile\0\0' };

/** A PNG of four pixels with this many compressed texts, or profiles, of `bytes` each. */
export function withTexts(type: keyof typeof TEXT_HEADS, count: number, bytes: number): Buffer {
  const head = Buffer.alloc(13);
  head.set([0, 0, 0, 2, 0, 0, 0, 2, 8, 2]);
  const text = Buffer.concat([Buffer.from(TEXT_HEADS[type], 'latin1'), deflateSync(Buffer.alloc(bytes, 'A'))]);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', head),
    ...Array.from({ length: count }, () => chunk(type, text)),
    chunk('IDAT', deflateSync(Buffer.alloc(14))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

export interface Sending {
  field?: string;
  name?: string;
  type?: string;
  /** More parts of the form. */
  more?: Record<string, string | Blob>;
  headers?: Record<string, string>;
  url?: string;
}

/** Sends a file as the form does. */
export function send(store: TestStore, person: Person, bytes: Uint8Array, sending: Sending = {}) {
  const {
    field = PHOTO_FIELD,
    name = 'IMG_1.jpg',
    type = 'image/jpeg',
    more = {},
    headers = {},
    url = '/api/photos',
  } = sending;
  const form = new FormData();
  form.set(field, new File([Uint8Array.from(bytes)], name, { type }));
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  const authorization = `Bearer ${person.token}`;
  return store.app.inject({
    method: 'POST',
    url,
    payload: form,
    headers: { ...headers, authorization },
  });
}

/** Uploads a valid photo. Returns its id. */
export async function sendPhoto(store: TestStore, person: Person, bytes?: Uint8Array): Promise<string> {
  const answer = await send(store, person, bytes ?? (await plain(64, 48).jpeg().toBuffer()));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().insertedId;
}

function photoIn(store: TestStore, id: string) {
  return store.db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Waits until a job has finished a photo. Retries run at once. */
export async function settled(store: TestStore, id: string) {
  const photo = await vi.waitUntil(
    async () => {
      const found = await photoIn(store, id);
      if (found?.state !== 'waiting') return found;
      await hurry(store);
      return undefined;
    },
    { timeout: 18_000, interval: 100 },
  );
  await idle(store);
  return photo;
}

/** Waits until no job of photos is due, except those without attempts left or of killed workers. */
async function idle(store: TestStore): Promise<void> {
  const toDo = `select from graphile_worker.jobs where task_identifier like 'photo%'
    and (case when locked_at is null then attempts < max_attempts else locked_at > now() - interval '10 minutes' end)`;
  await vi.waitUntil(async () => (await store.pool.query(toDo)).rowCount === 0, { timeout: 18_000, interval: 50 });
}

async function hurry(store: TestStore): Promise<void> {
  const { rowCount } = await store.pool.query(
    'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()',
  );
  if (rowCount) await wakeWorkers(store.db);
}

/** Runs the clean-up job. */
export async function cleanUp(store: TestStore): Promise<void> {
  await idle(store);
  await addJob(store.db, PHOTO_CLEANUP, {});
  await idle(store);
}

/** Returns status, headers and bytes of the response for a photo's path. */
export async function served(store: TestStore, address: string) {
  const answer = await store.app.inject(address);
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}
