/** Products in one query for saved products: as many as a page of a list shows. */
export const WISH_QUERY_MAX_PRODUCTS = 24;

const WISH_COOKIE_MAX_AGE_S = 30 * 60;
const PRODUCT_ID = /^[0-9a-f-]{36}$/;

/** Returns the `Set-Cookie` line that stores a visitor's wish until the login; undefined without the id of a product. */
export function wishCookie(product: string, isSecure: boolean): string | undefined {
  return PRODUCT_ID.test(product) ? cookieLine(product, WISH_COOKIE_MAX_AGE_S, isSecure) : undefined;
}

/** Returns the `Set-Cookie` line that deletes the cookie of a wish. */
export function expiredWishCookie(isSecure: boolean): string {
  return cookieLine('', 0, isSecure);
}

/** Returns the id of the product to save after the login, from a `Cookie` header; undefined without one. */
export function readPendingWish(cookies: string | null | undefined): string | undefined {
  const [, product = ''] = /(?:^|; )wish=([^;]*)/.exec(cookies ?? '') ?? [];
  return PRODUCT_ID.test(product) ? product : undefined;
}

function cookieLine(value: string, maxAgeS: number, isSecure: boolean): string {
  return `wish=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
