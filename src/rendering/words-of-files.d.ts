/** What scripts/words-of-files.ts read off the browser's files; null where nothing is built. */
declare module 'virtual:words-of-files' {
  const files: Record<string, { says: import('#i18n/messages.ts').MessageKey[]; fetches: string[] }> | null;
  export default files;
}
