import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Sign-in and API credentials of the sandbox demo. Secrets of any other account are never stored in plain text. */
const demoCredentials = z.object({
  portal: z.string(),
  providerId: z.string(),
  ownerEmail: z.string(),
  ownerPassword: z.string().nullable(),
  /** The owner's colleagues, who have the same password. */
  team: z.array(z.object({ email: z.string(), role: z.string() })).default([]),
  accessId: z.string(),
  accessSecret: z.string(),
});
export type DemoCredentials = z.output<typeof demoCredentials>;

/** The path of the credentials file. */
export const credentialsFile = (dataDir: string) => join(dataDir, 'demo-credentials.json');

/** Writes the file in `dataDir`, readable by this user only. An older file is replaced atomically. */
export function saveCredentials(dataDir: string, credentials: DemoCredentials): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const unfinished = `${credentialsFile(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, credentialsFile(dataDir));
}

/** Reads the file in `dataDir`; null when it is absent or invalid. */
export function readCredentials(dataDir: string): DemoCredentials | null {
  try {
    return demoCredentials.parse(JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
