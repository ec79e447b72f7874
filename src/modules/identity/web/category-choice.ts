import { registration } from '../contract.ts';

/** What is left to say for an account whose registration was cut off. */
export const categoryChoice = registration.pick({ userCategory: true });
