import { MINUTE_MS, plus } from '../../clock.ts';
import { invalid, type RejectionReason, refuse } from '../../contract/errors.ts';
import type { InstallationSnapshot, InstallationUpdate } from '../../contract/installation.ts';
import { feeWaiverObstacle, isAwaitingVisit, isOpenInstallation } from '../../contract/installation-rules.ts';
import { change } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { endCharge } from '../lifecycle/charges/end.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { lockInstallation } from '../model/installation/lock.ts';
import { type InstallationRow, installationResource } from '../model/installation/resource.ts';
import { nextMove } from '../model/installation/rules.ts';
import { patchedMetadata } from '../model/metadata.ts';
import { technicianFields } from './technician.ts';

/** How far `startedAt` and `installedAt` may lie ahead of the provider's clock, in ms. Contract: Installation. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Updates an open installation: its appointment, window, technician, router and notes, the waiver of its fee, or its activation.
 * Contract: Installation.
 * @throws NOT_FOUND; VALIDATION_FAILED for a window in the past, or a start or an installation in the future;
 *   installation_terminal; CHARGE_NOT_WAIVABLE for a paid fee
 */
export async function updateInstallation(
  scope: WriteScope,
  { id, ...input }: InstallationUpdate,
): Promise<InstallationSnapshot> {
  const before = await lockInstallation(scope, id);
  if (!before) throw refuse('NOT_FOUND', { field: 'id' });
  return applyUpdate(scope, before, input);
}

/**
 * Updates a locked installation.
 * @throws as `updateInstallation`, except for NOT_FOUND
 */
export async function applyUpdate(
  scope: WriteScope,
  before: InstallationRow,
  input: Omit<InstallationUpdate, 'id'>,
): Promise<InstallationSnapshot> {
  requirePlausibleTimes(scope.now, input);
  if (!isOpenInstallation(before)) throw refuse('installation_terminal');
  const waiverObstacle = feeWaiverObstacle(before);
  if (input.feeWaived && waiverObstacle === 'settled') throw refuse('CHARGE_NOT_WAIVABLE');
  const waives = input.feeWaived === true && waiverObstacle === null;
  if (waives) await waiveFee(scope, before);
  const installedAt = input.installedAt ?? before.installedAt;
  const fields = {
    scheduledAt: input.scheduledAt === undefined ? before.scheduledAt : input.scheduledAt,
    windowEndsAt: input.windowEndsAt ?? before.windowEndsAt,
    technician: before.technician,
    technicianId: before.technicianId,
    ...(await technicianFields(scope, input.technician)),
    notes: input.notes === undefined ? before.notes : input.notes,
    serialNumber: input.serialNumber === undefined ? before.serialNumber : input.serialNumber,
    macAddress: input.macAddress === undefined ? before.macAddress : input.macAddress,
    startedAt: input.startedAt === undefined ? before.startedAt : input.startedAt,
    free: before.free || waives,
    installedAt,
    metadata: input.metadata ? patchedMetadata(before.metadata, input.metadata) : before.metadata,
  } satisfies Record<Exclude<keyof typeof input, 'feeWaived' | 'status'> | 'free', unknown>;
  const move = nextMove(before.status, {
    isSettled: waives || isAwaitingVisit(before),
    isInstalled: installedAt !== null,
    isMarkedDone: input.status === 'ACTIVATED',
  });
  const after =
    move === null
      ? await change(scope, installationResource, before, fields)
      : await transition(scope, installationResource, before, move, {
          ...fields,
          installedAt: move === 'activate' ? (installedAt ?? scope.now) : installedAt,
        });
  return presentOne(scope, installationResource, after);
}

function requirePlausibleTimes(now: Date, input: Omit<InstallationUpdate, 'id'>): void {
  const reasons: RejectionReason[] = [];
  if (input.windowEndsAt && input.windowEndsAt <= now) {
    reasons.push({ field: 'windowEndsAt', code: 'INVALID_VALUE', message: 'Enter a time in the future.' });
  }
  for (const field of ['startedAt', 'installedAt'] as const) {
    const at = input[field];
    if (at && at > plus(now, CLOCK_SKEW_MS)) {
      reasons.push({ field, code: 'OUT_OF_RANGE', message: 'Enter a time that is not in the future.' });
    }
  }
  if (reasons.length > 0) throw invalid(reasons);
}

async function waiveFee(scope: WriteScope, { chargeId }: InstallationRow): Promise<void> {
  if (chargeId === null) return;
  await endCharge(scope, await findForUpdate(scope, chargeResource, chargeId), 'waive', null);
}
