import type { z } from 'zod';
import { invalid, refuse } from '../../contract/errors.ts';
import { type InstallationUpdate, MAX_NOTES } from '../../contract/installation.ts';
import type { Visit, visitFinish, visitId, visitNote } from '../../contract/portal/visit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { lockInstallation } from '../model/installation/lock.ts';
import type { InstallationRow } from '../model/installation/resource.ts';
import { applyUpdate } from './update.ts';
import { getVisit, isOwn } from './visits.ts';

/**
 * Records that the technician began. A second start changes nothing. Contract: Visits.
 * @throws NOT_FOUND, installation_terminal
 */
export function startVisit(scope: WriteScope, { id }: z.output<typeof visitId>): Promise<Visit> {
  return updateOwn(scope, id, ({ startedAt }) => ({ startedAt: startedAt ?? scope.now }));
}

/**
 * Records that the work is done, with the router. An unpaid fee defers the activation to its payment. Contract: Visits.
 * @throws NOT_FOUND, installation_terminal; VALIDATION_FAILED for too long notes
 */
export function finishVisit(
  scope: WriteScope,
  { id, note, ...router }: z.output<typeof visitFinish>,
): Promise<Visit> {
  return updateOwn(scope, id, (row) => ({
    ...router,
    ...(note !== undefined && { notes: withNote(row, note) }),
    installedAt: scope.now,
  }));
}

/**
 * Adds a note to those of the installation. Contract: Visits.
 * @throws NOT_FOUND, installation_terminal; VALIDATION_FAILED for too long notes
 */
export function addNote(scope: WriteScope, { id, note }: z.output<typeof visitNote>): Promise<Visit> {
  return updateOwn(scope, id, (row) => ({ notes: withNote(row, note) }));
}

async function updateOwn(
  scope: WriteScope,
  id: string,
  changesOf: (row: InstallationRow) => Omit<InstallationUpdate, 'id'>,
): Promise<Visit> {
  const row = await lockInstallation(scope, id);
  if (!row || !isOwn(scope, row)) throw refuse('NOT_FOUND', { field: 'id' });
  await applyUpdate(scope, row, changesOf(row));
  return getVisit(scope, { id });
}

/** Both people who write notes keep theirs: a technician adds, and replaces none. */
function withNote({ notes }: InstallationRow, note: string): string {
  const all = notes === null ? note : `${notes}\n${note}`;
  if (all.length <= MAX_NOTES) return all;
  const message = `The notes of an installation have at most ${MAX_NOTES} characters.`;
  throw invalid([{ field: 'note', code: 'OUT_OF_RANGE', message }]);
}
