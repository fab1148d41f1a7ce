import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from 'postgres';

/** A tick of `/proc`, in µs: `USER_HZ` is 100 on every architecture that Node runs on. */
const TICK = 10_000;

/**
 * CPU time that the PostgreSQL of a connection has used so far, ended backends included.
 * @returns µs; null on a system without `/proc`
 */
export async function databaseCpu(sql: Sql): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = statOf(backend?.pid ?? 0)?.parent;
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : null;
    if (!stat) continue;
    if (pid === postmaster) ticks += stat.own + stat.ended;
    else if (stat.parent === postmaster) ticks += stat.own;
  }
  return ticks * TICK;
}

/**
 * CPU time that a process has used so far.
 * @returns µs; null on a system without `/proc`, and when the process has ended
 */
export function processCpu(pid: number): number | null {
  const stat = statOf(pid);
  return stat && stat.own * TICK;
}

/** The parent of a process, and the ticks of itself and of its ended children; null when it has just ended. */
function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes first, in parentheses, and may contain anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    );
    return { parent, own: utime + stime, ended: cutime + cstime };
  } catch {
    return null;
  }
}
