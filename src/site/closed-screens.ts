/** Screens that exist only to change something; every other page is worth reading while the shop is closed. */
const CHANGE_SCREENS =
  /^\/(login|signup|forgot|reset|dashboard\/(addproduct|myproduct\/[^/]+\/edit|payment\/[^/]+))\/?$/i;

/** Whether a closed shop shows a plain page in place of the page at this path. */
export function isChangeScreen(path: string): boolean {
  return CHANGE_SCREENS.test(path);
}
