const BANGLA_ZERO_CODE_POINT = 0x09e6;

function normalized(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u09e6-\u09ef]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO_CODE_POINT));
}

/** Returns the words of a text in lower case, with ASCII digits. The SQL function `search_plain` does the same. */
export function wordsOf(text: string): string[] {
  return normalized(text)
    .replaceAll('\u09a1\u09bc', '\u09dc')
    .replaceAll('\u09a2\u09bc', '\u09dd')
    .replaceAll('\u09af\u09bc', '\u09df')
    .replace(/'|\u2019|\u200c|\u200d|\u09bc|\u09f2|\u09f3/g, '')
    .split(/[^a-z0-9\u0980-\u09ff]+/)
    .filter((word) => /[^\u0981\u0983]/.test(word));
}

/** Returns the area of a pick-up point: the text before its first comma. The SQL function `search_area` does the same. */
export function areaOf(location: string): string {
  const [area = ''] = location.split(',');
  return normalized(area)
    .replace(/[ \t\n\r\u00a0]+/g, ' ')
    .replace(/^ | $/g, '');
}
