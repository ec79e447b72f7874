// Dresses the card field as the page around it wishes, by the CSS object model: the frame's policy allows no inline style.

const PROPERTIES = [
  ...['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontStyle', 'fontVariant', 'fontWeight', 'letterSpacing'],
  ...['lineHeight', 'textAlign', 'padding', 'textDecoration', 'textShadow', 'textTransform'],
];
const STATES = {
  base: '',
  complete: '[data-state="complete"]',
  empty: '[data-state="empty"]',
  invalid: '[aria-invalid="true"]',
};
const PSEUDO = [':hover', ':focus', ':disabled', '::placeholder', '::selection', ':-webkit-autofill'];

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Takes an element's `style` option: `{ base, complete, empty, invalid }`. Unknown properties are left out. */
export function applyStyle(style) {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const [state, condition] of Object.entries(STATES)) {
    const variant = style?.[state];
    if (!variant) continue;
    addRule(`.field-input${condition}`, variant);
    for (const pseudo of PSEUDO) if (variant[pseudo]) addRule(`.field-input${condition}${pseudo}`, variant[pseudo]);
    if (typeof variant.iconColor === 'string') addIcon(state, variant.iconColor);
  }
}

/** Loads fonts whose bytes the page has sent. */
export async function addFonts(fonts) {
  for (const { family, bytes, ...descriptors } of fonts) {
    const known = ['style', 'weight', 'stretch', 'unicodeRange', 'display'];
    const wanted = Object.fromEntries(Object.entries(descriptors).filter(([name]) => known.includes(name)));
    const face = await new FontFace(family, bytes, wanted).load().catch(() => null);
    if (face) document.fonts.add(face);
  }
}

function addRule(selector, properties) {
  const at = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  const { style } = sheet.cssRules[at];
  for (const name of PROPERTIES) {
    const value = properties[name];
    if (typeof value === 'string' || typeof value === 'number') style[name] = String(value);
  }
  if (properties.fontSmoothing) style.setProperty('-webkit-font-smoothing', String(properties.fontSmoothing));
}

function addIcon(state, color) {
  const within = state === 'base' ? '.field' : `.field[data-state="${state}"]`;
  for (const [part, property] of [
    ['card', 'stroke'],
    ['stripe', 'fill'],
    ['brand', 'fill'],
  ]) {
    const at = sheet.insertRule(`${within} .field-icon-${part} {}`, sheet.cssRules.length);
    sheet.cssRules[at].style.setProperty(property, color);
  }
}
