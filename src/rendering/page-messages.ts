import { banglaFiles } from '#i18n/bangla.ts';
import { englishFiles } from '#i18n/english.ts';
import type { Language } from '#i18n/messages.ts';

const FILES = { en: englishFiles, bn: banglaFiles };
type MessageFile = keyof typeof englishFiles;

const EVERY_PAGE: MessageFile[] = ['shared', 'site'];
const PRODUCT_LIST: MessageFile[] = ['products', 'search', 'bookings', 'moderation', 'wishlist'];

/** The message files of routes. Any other route of a module has the file of that module. */
const ROUTE_FILES: Record<string, MessageFile[]> = {
  'site/home': ['home'],
  'site/products': PRODUCT_LIST,
  'site/search': PRODUCT_LIST,
  'site/item': ['item', 'products', 'bookings', 'moderation', 'wishlist'],
  'site/seller': ['item', 'products', 'wishlist'],
  'site/disputes/claim': ['disputes', 'catalogue', 'handover'],
  'site/disputes/dispute-list': ['disputes'],
  'site/disputes/dispute': ['disputes', 'catalogue'],
  'site/pages/contact': ['support'],
  'site/login': ['identity'],
  'site/dashboard-layout': ['identity'],
  'modules/handover/web/sale': ['handover', 'sale'],
};

/** Returns the names of the message files that a page with these routes needs. */
export function messageFilesOf(routeIds: readonly string[]): MessageFile[] {
  return [...new Set([...EVERY_PAGE, ...routeIds.flatMap(filesOfRoute)])];
}

function filesOfRoute(id: string): MessageFile[] {
  const files = ROUTE_FILES[id];
  if (files) return files;
  const [, module = ''] = /^modules\/(\w+)\//.exec(id) ?? [];
  if (module in englishFiles) return [module as MessageFile];
  return id.startsWith('site/pages/') || id.startsWith('page-') ? ['pages'] : [];
}

const cached = new Map<string, string>();

/** Returns the texts that a page with these routes needs, as JSON for a `<script>` element. */
export function pageMessages(language: Language, routeIds: readonly string[]): string {
  const files = messageFilesOf(routeIds);
  const key = [language, ...files].join(' ');
  const json = cached.get(key) ?? toJson(language, files);
  cached.set(key, json);
  return json;
}

function toJson(language: Language, files: MessageFile[]): string {
  const messages = Object.assign({}, ...files.map((file) => FILES[language][file]));
  return JSON.stringify(messages);
}
