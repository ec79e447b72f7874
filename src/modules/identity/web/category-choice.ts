import { registrant } from '../contract.ts';

/** What is left to say for an account whose registration was cut off. */
export const categoryChoice = registrant.pick({ userCategory: true });
