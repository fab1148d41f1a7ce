import type { Sql } from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import { databaseCpu } from './database-cpu.ts';

/** What a piece of work took: elapsed ms, and µs of CPU time in this process and in PostgreSQL (null if it is not known). */
export type Cost = { ms: number; cpu: number; databaseCpu: number | null };

/** @param sql the database whose CPU time is measured; null for work without one */
export async function costOf(sql: Sql | null, work: () => Promise<unknown>): Promise<Cost> {
  const before = sql && (await databaseCpu(sql));
  const cpuBefore = process.cpuUsage();
  const started = monotonicMs();
  await work();
  const ms = monotonicMs() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  const after = sql && (await databaseCpu(sql));
  return { ms, cpu: user + system, databaseCpu: before === null || after === null ? null : after - before };
}
