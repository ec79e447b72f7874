import { describe, inject } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { readEveryPlan } from './every-query.ts';

describe('with a million products and crowds of people [11.9]', () => {
  // A prepared statement may be planned once for all values, after some times for the values of the moment. What is copied
  // for a test here is filled already.
  readEveryPlan(inject('products'), ['force_custom_plan', 'force_generic_plan'], createTestDatabase);
});
