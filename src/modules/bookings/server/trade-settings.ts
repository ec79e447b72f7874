/** The deadlines and conditions of the trade, from the settings. */
export interface TradeSettings {
  /** An unpaid booking holds its product. */
  holdMinutes: number;
  /** Buyer and seller meet after the payment. */
  pickupMinutes: number;
  /** A handover without the code, or a no-show, can be contradicted. */
  objectionMinutes: number;
  /** The buyer can complain after the handover. */
  inspectionMinutes: number;
  /** Each answer in a dispute. */
  answerMinutes: number;
  /** A cash booking holds its product. */
  cashHoldMinutes: number;
  takesCash: boolean;
  /** The seller's fee, in per cent of the price. */
  feePercent: number;
}
