/** Sets a cookie, which the server reads with the next page. `line` is name, value and perhaps age: `a=b; Max-Age=60`. */
export function setCookie(line: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and browsers of 2025
  document.cookie = `${line}; Path=/; SameSite=Lax`;
}
