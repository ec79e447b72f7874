import type { Language } from '#i18n/messages.ts';
import type { EarlyPicture, KeptHtml } from '#platform/web/cached-html.tsx';

/** What is kept in each language of a shop, in bytes: a home page of 60 KB is kept once for each role, and by what it shows. */
const MOST = 4_000_000;

/** Ids that React counts out, boundaries that it fills later, and what needs a nonce. */
export const BOUND_TO_ITS_PAGE = /"_[rR]_|<template|<!--\$|<script|<style|\snonce=/;
const MARKS = / data-part="\d+"/g;
const TAG_END = Buffer.from('>');

interface Parts {
  of: Map<string, Buffer>;
  /** Of all keys and their HTML; a key's letters count as one. */
  bytes: number;
}

const noParts = (): Parts => ({ of: new Map(), bytes: 0 });

// A shop's settings are one object for as long as it runs.
const shops = new WeakMap<object, Record<Language, Parts>>();

interface Marked {
  key: string;
  early: readonly EarlyPicture[];
  html: Buffer | undefined;
}

/** The parts of one page: which are known, and what this page adds to them. */
export function partsOfPage(shop: object, language: Language) {
  const known = shops.get(shop) ?? { en: noParts(), bn: noParts() };
  shops.set(shop, known);
  const parts: Parts = known[language];
  const marked: Marked[] = [];
  return {
    find(key: string, early: readonly EarlyPicture[] = []): KeptHtml {
      const html = parts.of.get(key);
      if (html) putLast(parts, key, html);
      return { mark: marked.push({ key, early, html }) - 1, known: html !== undefined };
    },
    /** Gives the page with the known parts in their places and without marks, and learns the new ones from it. */
    finish(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
      const whole = withParts(page, marked);
      if (marked.every(({ html }) => html)) return whole;
      const text = whole.toString();
      for (const [mark, { key, early, html: known }] of marked.entries()) {
        const html = known ? undefined : partIn(text, markOf(mark));
        if (html !== undefined && !BOUND_TO_ITS_PAGE.test(html) && hasOnly(early, html))
          putLast(parts, key, ownBytes(html.replaceAll(MARKS, '')));
      }
      return Buffer.from(text.replaceAll(MARKS, ''));
    },
  };
}

/** As React writes it; text and attributes cannot look so, for it escapes their quotes. */
const markOf = (mark: number) => ` data-part="${mark}"`;

/** Puts each known part into its element, which React left empty. */
function withParts(page: Buffer, parts: readonly Marked[]): Buffer<ArrayBuffer> {
  const places = parts.flatMap(({ html }, mark) => {
    const at = html ? page.indexOf(`${markOf(mark)}>`) : -1;
    return html && at !== -1 ? [{ html, at, end: at + markOf(mark).length }] : [];
  });
  places.sort((a, b) => a.at - b.at);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { html, at, end } of places) {
    pieces.push(page.subarray(from, at), TAG_END, html);
    from = end + TAG_END.length;
  }
  return Buffer.concat([...pieces, page.subarray(from)]);
}

/** What stands in the element with a mark. React closes every element that it opens, and writes `>` in no attribute. */
function partIn(page: string, mark: string): string | undefined {
  const at = page.indexOf(mark);
  if (at === -1) return undefined;
  const name = page.slice(page.lastIndexOf('<', at) + 1, at).split(' ', 1)[0];
  const begin = page.indexOf('>', at) + 1;
  const tags = new RegExp(`<(/?)${name}[\\s>]`, 'g');
  tags.lastIndex = begin;
  for (let open = 1, tag = tags.exec(page); tag; tag = tags.exec(page)) {
    open += tag[1] ? -1 : 1;
    if (open === 0) return page.slice(begin, tag.index);
  }
  return undefined;
}

/** Whether of all pictures only these load at once. */
function hasOnly(early: readonly EarlyPicture[], html: string): boolean {
  const atOnce = html.matchAll(/<img(?![^>]*\sloading="lazy")[^>]*>/g);
  return atOnce.every(([image]) => early.some(({ src }) => image.includes(` src="${src}"`)));
}

/** In memory of their own: a short `Buffer` is a slice of one that it would keep alive. */
function ownBytes(html: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(html));
  bytes.write(html);
  return bytes;
}

/** Those that nobody has asked for the longest go first. */
function putLast(parts: Parts, key: string, html: Buffer): void {
  drop(parts, key);
  parts.of.set(key, html);
  parts.bytes += key.length + html.length;
  for (const oldest of parts.of.keys()) {
    if (parts.bytes <= MOST) break;
    drop(parts, oldest);
  }
}

function drop(parts: Parts, key: string): void {
  const html = parts.of.get(key);
  if (!html) return;
  parts.of.delete(key);
  parts.bytes -= key.length + html.length;
}
