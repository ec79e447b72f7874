const STORAGE_KEY = 'search-key-off';

/**
 * Whether `/` moves the focus to the search from anywhere. A single-key shortcut must be possible to turn off, for speech
 * input and unintended presses (WCAG 2.2, 2.1.4). Kept per device.
 */
export function isSearchShortcutOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) === null;
}

/** Turns the shortcut on or off on this device. */
export function setSearchShortcut(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, '1');
}
