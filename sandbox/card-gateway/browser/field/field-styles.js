// Applies the `style` option of the page by the CSS object model: the frame's policy allows no inline style.

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
const ICON_PARTS = { card: 'stroke', stripe: 'fill', brand: 'fill' };

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** Applies a style `{ base, complete, empty, invalid }`. Ignores unknown properties. */
export function applyStyle(style) {
  sheet.replaceSync('');
  for (const [state, condition] of Object.entries(STATES)) {
    const variant = style?.[state];
    if (!variant) continue;
    addRule(`.field-input${condition}`, variant);
    for (const pseudo of PSEUDO) if (variant[pseudo]) addRule(`.field-input${condition}${pseudo}`, variant[pseudo]);
    if (typeof variant.iconColor !== 'string') continue;
    const field = state === 'base' ? '.field' : `.field[data-state="${state}"]`;
    for (const [part, property] of Object.entries(ICON_PARTS))
      insertRule(`${field} .field-icon-${part}`).setProperty(property, variant.iconColor);
  }
}

function addRule(selector, properties) {
  const style = insertRule(selector);
  for (const name of PROPERTIES) {
    const value = properties[name];
    if (typeof value === 'string' || typeof value === 'number') style[name] = String(value);
  }
}

function insertRule(selector) {
  const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
  return sheet.cssRules[index].style;
}
