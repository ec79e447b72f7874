/** Minutes before the pick-up time in which a side that calls off can be reported all the same. */
export const LATE_CALL_OFF_MINUTES = 60;

/** Whether a side that calls a cash booking off now can be reported as a no-show. */
export function isLateCallOff(pickupUntil: Date, now: Date): boolean {
  return now.getTime() > pickupUntil.getTime() - LATE_CALL_OFF_MINUTES * 60_000;
}
