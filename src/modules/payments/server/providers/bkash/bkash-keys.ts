/** Address and credentials of bKash's tokenized checkout. */
export interface BkashKeys {
  base: string;
  appKey: string;
  appSecret: string;
  username: string;
  password: string;
  sandbox: boolean;
}
