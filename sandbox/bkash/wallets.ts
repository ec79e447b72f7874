export type WalletBehaviour = 'pays' | 'too-little' | 'blocked';

/** bKash's own test wallets. */
export const WALLETS: Record<string, WalletBehaviour> = {
  '01929918378': 'pays',
  '01770618575': 'pays',
  '01823074817': 'too-little',
  '01823074818': 'blocked',
};
export const CODE = '123456';
export const PIN = '12121';
/** Wrong codes and PINs after which the wallet ends a payment. */
export const MISTAKES_MAX_COUNT = 3;
