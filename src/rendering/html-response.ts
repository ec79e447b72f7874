/** A response with a complete HTML document. A plain `Response` copies its body twice: when it is made and when it is read. */
export class HtmlResponse extends Response {
  readonly html: Buffer;

  constructor(html: Buffer, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}

/** Returns a response's body, or null when it has none. The pages' build has its own copy of the class: no `instanceof`. */
export async function readBody(response: Response): Promise<Buffer | null> {
  if ('html' in response) return response.html as Buffer;
  return response.body && Buffer.from(await response.arrayBuffer());
}
