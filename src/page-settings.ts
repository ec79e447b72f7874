import type { Settings } from '#modules/payments/server/store-settings.ts';
import type { RootData, Shop } from '#platform/contract/page.ts';

/** Returns the settings of the owner that pages show or validate with. */
export function shopOf(settings: Settings): Shop {
  return {
    currencyLabel: { en: settings.CURRENCY_LABEL, bn: settings.CURRENCY_LABEL_BN },
    currency: settings.CURRENCY.toUpperCase(),
    badgeText: { en: settings.BADGE_TEXT, bn: settings.BADGE_TEXT_BN },
    openCategories: settings.OPEN_CATEGORIES,
    carouselDelayMs: settings.CAROUSEL_DELAY_MS,
    passwordMin: settings.PASSWORD_MIN,
    tokenSyncUrl: settings.TOKEN_SYNC_URL ?? '',
  };
}

/** Returns the business that runs the store; undefined in the demo, which has none, and without the settings. */
export function businessOf({ APP_MODE, BUSINESS_NAME, BUSINESS_ADDRESS = '' }: Settings): RootData['business'] {
  if (APP_MODE === 'demo' || !BUSINESS_NAME) return undefined;
  return { name: BUSINESS_NAME, address: BUSINESS_ADDRESS };
}
