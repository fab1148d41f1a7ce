import { readFile } from 'node:fs/promises';

/**
 * Identifies a running process, even if its id is reused later: on Linux by the process id and the start time, elsewhere by
 * the process id only. A zombie counts as ended.
 */
export async function identify(pid: number): Promise<string> {
  if (process.platform !== 'linux') return String(pid);
  return `${pid} ${(await startOf(pid)) ?? 'ended'}`;
}

/** Whether the identified process still runs. */
export async function isStillRunning(identity: string): Promise<boolean> {
  const [pid, start] = identity.split(' ');
  if (!pid || !isRunning(Number(pid))) return false;
  return start === undefined || (await startOf(Number(pid))) === start;
}

/** Whether a process with this number runs, of any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process in clock ticks since boot; undefined for a zombie and a missing one. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command name is in parentheses and may contain spaces and parentheses.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}
