/** Screens that exist only to change data. A closed shop shows all others. */
const CHANGE_SCREENS =
  /^\/(login|signup|forgot|reset|dashboard\/(addproduct|myproduct\/[^/]+\/edit|payment\/[^/]+))\/?$/i;

/** Whether a closed shop replaces the page at this path by a plain one. */
export function isChangeScreen(path: string): boolean {
  return CHANGE_SCREENS.test(path);
}
