import { describe, inject } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { checkEveryPlan } from './every-query.ts';

describe('with a million products and many people [11.9]', () => {
  // PostgreSQL plans a prepared statement for its values first, and may later keep one plan for all values.
  // The copied database is filled already.
  checkEveryPlan(inject('products'), ['force_custom_plan', 'force_generic_plan'], createTestDatabase);
});
