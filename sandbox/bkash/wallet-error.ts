const MESSAGES = {
  '2001': 'Invalid App Key',
  '2002': 'Invalid Payment ID',
  '2006': 'Invalid Amount',
  '2007': 'Invalid Currency',
  '2008': 'Invalid Intent',
  '2023': 'Insufficient Balance',
  '2029': 'Duplicate For All Transactions',
  '2033': 'Transaction not found',
  '2056': 'Invalid Payment State',
  '2062': 'The payment has already been completed',
  '2065': 'Mandatory field missing',
  '2071': 'Refund is not possible for this transaction',
  '2079': 'Invalid app token',
};

/** A refusal: HTTP 200 with a status code of bKash. */
export class WalletError extends Error {
  readonly statusCode: string;

  constructor(statusCode: keyof typeof MESSAGES) {
    super(MESSAGES[statusCode]);
    this.statusCode = statusCode;
  }
}
