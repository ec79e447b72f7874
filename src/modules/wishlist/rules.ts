/** Of how many products it is told at a time which are saved: as many as a page of a list shows. */
export const ASKED_AT_ONCE = 24;
