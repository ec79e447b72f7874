/** Pages of the dashboard that lower modules link to. */
export const ACCOUNT_PAGE = '/dashboard/account';
export const SELL_PAGE = '/dashboard/addproduct';
