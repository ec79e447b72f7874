/** Products in one query for saved products: as many as a page of a list shows. */
export const WISH_QUERY_MAX_PRODUCTS = 24;
