import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The last minute of each scheduled function that a process claimed, so that one of several processes runs it. */
export const jobTick = pgTable('job_tick', {
  functionId: text('function_id').primaryKey(),
  minute: instant('minute').notNull(),
});
