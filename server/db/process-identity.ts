import { readFile } from 'node:fs/promises';

/**
 * A name for a running process that its successor under the same number does not share: where the system
 * tells (Linux), the number and the instant of its start; elsewhere the number alone. One that ended but
 * was not yet collected by its parent counts as gone.
 */
export async function identify(pid: number): Promise<string> {
  if (process.platform !== 'linux') return String(pid);
  return `${pid} ${(await startOf(pid)) ?? 'gone'}`;
}

/** Whether the process that was identified still runs. */
export async function isAlive(identity: string): Promise<boolean> {
  const [pid, start] = identity.split(' ');
  if (!pid || !isRunning(Number(pid))) return false;
  return start === undefined || (await startOf(Number(pid))) === start;
}

function isRunning(pid: number): boolean {
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
  // The command name stands in brackets and may hold spaces and brackets itself.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields?.[19];
}
