export interface BkashKeys {
  base: string;
  appKey: string;
  appSecret: string;
  username: string;
  password: string;
  /** The topic of bKash's messages; without it none is accepted. */
  topicArn?: string | undefined;
  /** Whether the merchant may send money to wallets. */
  paysOut: boolean;
  sandbox: boolean;
}
