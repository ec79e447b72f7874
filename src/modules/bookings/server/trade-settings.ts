export interface TradeSettings {
  /** How long an unpaid booking holds its product. */
  holdMinutes: number;
  /** The time to meet after the payment. */
  pickupMinutes: number;
  /** The time to contradict a handover without the code, or a no-show. */
  objectionMinutes: number;
  /** The time to complain after the handover. */
  inspectionMinutes: number;
  /** The time for each answer in a dispute. */
  answerMinutes: number;
  /** How long a cash booking holds its product. */
  cashHoldMinutes: number;
  takesCash: boolean;
  /** The seller's fee, in per cent of the price. */
  feePercent: number;
}
