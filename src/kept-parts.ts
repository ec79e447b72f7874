import type { KeptHtml } from '#platform/web/kept-part.tsx';
import type { Language } from './words/words.ts';

/** In each language, of up to 7 KB. */
const MOST = 500;

/** Ids that React counts out, boundaries that it fills later, what needs a nonce, and pictures that it fetches early. */
const BOUND_TO_ITS_PAGE = /"_[rR]_|<template|<!--\$|<script|<style|\snonce=|<img(?![^>]*\sloading="lazy")/;

type Parts = Map<string, string>;

// A shop's settings are one object for as long as it runs.
const shops = new WeakMap<object, Record<Language, Parts>>();

/** The parts of one page: which are known, and what this page adds to them. */
export function partsOfPage(shop: object, language: Language) {
  const known = shops.get(shop) ?? { en: new Map(), bn: new Map() };
  shops.set(shop, known);
  const parts: Parts = known[language];
  const fresh: string[] = [];
  return {
    find(key: string): KeptHtml {
      const html = parts.get(key);
      if (html === undefined) return { mark: fresh.push(key) - 1 };
      putLast(parts, key, html);
      return { html };
    },
    /** Takes the new parts out of the finished page, and gives it back without their marks. */
    learn(page: string): string {
      fresh.forEach((key, mark) => {
        const html = partIn(page, ` data-part="${mark}"`);
        if (html !== undefined && !BOUND_TO_ITS_PAGE.test(html)) putLast(parts, key, copyOf(html));
      });
      return fresh.length === 0 ? page : page.replaceAll(/ data-part="\d+"/g, '');
    },
  };
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

/** The one that nobody has asked for the longest goes first. */
function putLast(parts: Parts, key: string, html: string): void {
  parts.delete(key);
  const [oldest] = parts.keys();
  if (parts.size >= MOST && oldest !== undefined) parts.delete(oldest);
  parts.set(key, html);
}

/** A slice of a string keeps all of it in memory, here the whole page. */
const copyOf = (slice: string) => Buffer.from(slice).toString();
