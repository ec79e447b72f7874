const OFF = 'search-key-off';

/**
 * Whether `/` moves the focus to the search from anywhere. A single-key shortcut must be possible to turn off, for speech
 * input and unintended presses (WCAG 2.2, 2.1.4). Kept per device.
 */
export function isSearchKeyOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

/** Turns the shortcut on or off on this device. */
export function setSearchKey(on: boolean): void {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}
