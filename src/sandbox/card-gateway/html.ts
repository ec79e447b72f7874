/** A piece of a page: what is put into it is escaped, unless it is such a piece itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | Html[];

/** Writes a piece of a page. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const parts = strings.map((text, index) => text + (index < pieces.length ? textOf(pieces[index] ?? '') : ''));
  return new Html(parts.join(''));
}

function textOf(piece: Piece): string {
  if (Array.isArray(piece)) return piece.map((item) => item.text).join('');
  if (piece instanceof Html) return piece.text;
  return String(piece).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
