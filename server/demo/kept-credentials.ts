import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a developer needs to get in. Of the sandbox demo only: no other account's secrets are ever kept in clear. */
const demoCredentials = z.object({
  portal: z.string(),
  providerId: z.string(),
  ownerEmail: z.string(),
  ownerPassword: z.string().nullable(),
  accessId: z.string(),
  accessSecret: z.string(),
});
export type DemoCredentials = z.output<typeof demoCredentials>;

/** Where they are kept. */
export const credentialsFile = (dataDir: string) => join(dataDir, 'demo-credentials.json');

/** Keeps them in `dataDir`, readable by this user alone, in place of any before. */
export function keepCredentials(dataDir: string, credentials: DemoCredentials): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const unfinished = `${credentialsFile(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, credentialsFile(dataDir));
}

/** Those kept in `dataDir`; null when there are none, or somebody has put something else there. */
export function keptCredentials(dataDir: string): DemoCredentials | null {
  try {
    return demoCredentials.parse(JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}
