/**
 * Exports: the admin's lists as CSV files. They hold the columns of the screens, without phone numbers and pick-up points.
 * Each download writes an audit entry.
 */
import { z } from 'zod';
import { PAGE_LISTS } from '#modules/audit/rules.ts';
import { defineCall } from '#platform/contract/call.ts';

export const exportList = defineCall('GET /exports/{list}.csv', {
  access: 'admin',
  summary: 'Buyers, sellers or orders, newest first, as CSV (RFC 4180, UTF-8). Prices in the unit of their currency.',
  params: z.object({ list: z.enum(PAGE_LISTS, 'error.id') }),
  reply: z.string(),
  file: '{list}.csv',
  streamed: 'text/csv',
});
