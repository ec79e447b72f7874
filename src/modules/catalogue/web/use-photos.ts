import { useEffect, useRef, useState } from 'react';
import { uploadPhoto } from '#modules/photos/contract.ts';
import { PHOTOS_MAX } from '#modules/photos/rules.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { upload } from '#platform/forms/upload.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { faultOfFile, type ListedPhoto, movedPhoto, photosWith, roomFor } from './photo-list.ts';

/** Statuses after which a retry with the same file fails again. */
const FINAL_STATUSES = [400, 413, 415, 422];

type SendFile = (options: Parameters<typeof upload>[2]) => Promise<{ insertedId: string }>;

const sendListed: SendFile = (options) => upload(uploadPhoto, {}, options);

/** Manages the photos of a form: uploads chosen files, keeps their order and reports their status. */
export function usePhotos(
  start: ListedPhoto[],
  startRefusals: string[],
  { max = PHOTOS_MAX, tooMany, send: sendFile = sendListed }: { max?: number; tooMany?: string; send?: SendFile } = {},
) {
  const { t, translate } = useTranslator();
  const overflow = tooMany ?? t('error.photosMax');
  const [photos, setPhotos] = useState(start);
  const [refusals, setRefusals] = useState(startRefusals);
  const [status, setStatus] = useState('');
  const ownFiles = useOwnFiles();
  const latest = useRef(photos);
  latest.current = photos;

  const change = (key: string, part: Partial<ListedPhoto>) =>
    setPhotos((list) => list.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)));
  const placeOf = (key: string) => latest.current.findIndex((photo) => photo.key === key) + 1;

  async function send(key: string) {
    const own = ownFiles.get(key);
    if (!own) return;
    const { signal } = own;
    change(key, { state: 'sending', progress: 0, fault: undefined });
    try {
      const onProgress = (progress: number) => change(key, { progress });
      const options = { file: own.file, idempotencyKey: key, signal, onProgress };
      const { insertedId: id } = await sendFile(options);
      change(key, { state: 'kept', id, progress: undefined });
      setStatus(t('photos.sent', { n: placeOf(key) }));
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof CallError && error.message;
      if (error instanceof CallError && FINAL_STATUSES.includes(error.status)) {
        drop(key);
        setRefusals((list) => [
          ...list,
          t('photos.notTaken', { name: own.file.name, fault: message || t('photos.refused') }),
        ]);
        return;
      }
      const fault = message || 'photos.failed';
      change(key, { state: 'failed', fault, progress: undefined });
      setStatus(t('photos.notSent', { n: placeOf(key), fault: translate(fault) }));
    }
  }

  function add(files: File[]) {
    const faults = files.map((file) => ({ name: file.name, fault: faultOfFile(file) }));
    const good = files.filter((_, index) => !faults[index]?.fault);
    const taken = good.slice(0, roomFor(photos, max)).map((file) => ownFiles.add(file));
    setRefusals([
      ...faults.flatMap(({ name, fault }) => (fault ? t('photos.notTaken', { name, fault: translate(fault) }) : [])),
      ...(good.length > taken.length ? [overflow] : []),
    ]);
    if (taken.length === 0) return;
    setPhotos((list) => [...list, ...taken]);
    setStatus(taken.length === 1 ? t('photos.sendingOne') : t('photos.sendingSome', { n: taken.length }));
    for (const { key } of taken) void send(key);
  }

  function move(key: string, to: number) {
    setPhotos((list) => movedPhoto(list, key, to));
    setStatus(to === 0 ? t('photos.nowMain') : t('photos.nowAt', { n: to + 1, max: photos.length }));
  }

  function drop(key: string) {
    ownFiles.drop(key);
    setPhotos((list) => list.filter((photo) => photo.key !== key));
  }

  function remove(key: string) {
    drop(key);
    setRefusals([]);
    setStatus(t('photos.removed', { n: placeOf(key) }));
  }

  return {
    photos,
    refusals,
    status,
    sending: photos.filter(({ state }) => state === 'sending').length,
    /** An upload failed: a submit would lose its photo. */
    unsent: photos.some(({ state }) => state === 'failed'),
    full: roomFor(photos, max) === 0,
    room: { n: max - roomFor(photos, max), max },
    add,
    move,
    remove,
    retry: send,
    /** Replaces the photos by those with these ids. */
    show: (ids: readonly string[]) => setPhotos((list) => photosWith(ids, list)),
    reportFull: () => setRefusals([overflow]),
  };
}

export type Photos = ReturnType<typeof usePhotos>;

interface OwnFile {
  file: File;
  src: string;
  signal: AbortSignal;
  drop(): void;
}

/** Keeps the chosen files with their object URLs. Removing a file, or the form, revokes the URL and aborts the upload. */
function useOwnFiles() {
  const [files] = useState(() => new Map<string, OwnFile>());
  useEffect(
    () => () => {
      for (const { drop } of files.values()) drop();
      files.clear();
    },
    [files],
  );
  return {
    get: (key: string) => files.get(key),
    add(file: File): ListedPhoto {
      const key = crypto.randomUUID();
      const src = URL.createObjectURL(file);
      const controller = new AbortController();
      const drop = () => {
        controller.abort();
        URL.revokeObjectURL(src);
      };
      files.set(key, { file, src, signal: controller.signal, drop });
      return { key, state: 'sending', src, progress: 0 };
    },
    drop(key: string) {
      files.get(key)?.drop();
      files.delete(key);
    },
  };
}
