const OFF = 'search-key-off';

/**
 * Whether `/` leads to the search from anywhere. A key alone is easily pressed unmeant, and said to a machine that listens:
 * whoever wants can turn it off, on the device where it is in the way (WCAG 2.2, 2.1.4).
 */
export function isSearchKeyOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function turnSearchKey(on: boolean): void {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}
