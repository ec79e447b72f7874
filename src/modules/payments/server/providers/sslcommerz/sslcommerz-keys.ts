export interface SslcommerzKeys {
  base: string;
  storeId: string;
  storePassword: string;
  sandbox: boolean;
}
