import type { LockSettings } from '../domain/audit/require-match.ts';
import { lockOrganisation } from '../domain/provider/organisation.ts';
import { lockProvider } from '../domain/provider/read.ts';

/** The settings whose form sends the version that it began with, by the procedure that changes them. */
export const versionedSettings: ReadonlyMap<string, LockSettings> = new Map<string, LockSettings>([
  ['organisation.update', lockOrganisation],
  ['provider.update', lockProvider],
]);
