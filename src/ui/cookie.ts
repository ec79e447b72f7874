/** Sets a cookie, which the server reads with the next page. Without an age it ends with the browser. */
export function setCookie(name: string, value: string, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; Path=/;${age} SameSite=Lax`;
}
