/** A page that is there whole, as bytes: a `Response` would copy them when it is made, and again when it is read. */
export class HtmlResponse extends Response {
  readonly html: Buffer;

  constructor(html: Buffer, init: ResponseInit) {
    super(null, init);
    this.html = html;
  }
}

/** What an answer says, or null when it says nothing. The pages' build has a class of its own. */
export async function bytesOf(answer: Response): Promise<Buffer | null> {
  if ('html' in answer) return answer.html as Buffer;
  return answer.body && Buffer.from(await answer.arrayBuffer());
}
