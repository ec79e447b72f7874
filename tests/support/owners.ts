import type { CallerKind, TestPeople } from './test-people.ts';

/** The input of a call. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** A multipart form's file, in place of a body. */
  file?: { field: string; bytes: Buffer };
  /** Headers of the owner, when the owner is none of the test people. */
  owner?: Record<string, string>;
}

export interface Ownership {
  /** The owner of the named resource. */
  whose: CallerKind | 'nobody';
  /** Status for another person of the right role. */
  others?: 403 | 404;
  /** Other callers that are allowed. */
  also?: CallerKind[];
  /** Creates the named resource, and returns the input. */
  ask(people: TestPeople, who: CallerKind): Ask | Promise<Ask>;
}

/** The call names no person's resource. */
export const shared = (ask: Ownership['ask'] = () => ({})): Ownership => ({ whose: 'nobody', ask });
/** The call names a resource of the buyer; others get the given status. */
export const ofBuyer = (others: 403 | 404, ask: Ownership['ask']): Ownership => ({ whose: 'buyer', others, ask });
/** The call names a resource of the seller; others get the given status. */
export const ofSeller = (others: 403 | 404, ask: Ownership['ask']): Ownership => ({ whose: 'seller', others, ask });
/** The buyer or the seller of a booking; others do not find it. */
export const ofBoth = (ask: Ownership['ask']): Ownership => ({ whose: 'buyer', others: 404, also: ['seller'], ask });
export const roleOfBuyer: Ownership = {
  whose: 'buyer',
  others: 403,
  also: ['admin'],
  ask: ({ buyer }) => ({ params: { email: buyer.email } }),
};
