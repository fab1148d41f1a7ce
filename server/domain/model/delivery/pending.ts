import { sql } from 'drizzle-orm';

/**
 * The deliveries that wait for an attempt. There are two parts because the indexes `delivery_due` and `delivery_retry` each have
 * one: a condition on both would read all deliveries that are kept.
 */
export const pendingDeliveries = sql`(
  select * from delivery where next_attempt_at is not null and failures = 0
  union all
  select * from delivery where next_attempt_at is not null and failures > 0)`;
