import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import {
  type IntegrationSnapshot,
  type IntegrationUpdate,
  type integrationPatch,
  integrationUpdate,
} from '../../contract/integration.ts';
import { change, shown } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { retryFailed } from '../external/outbound-sync/rows.ts';
import { findIntegration, type IntegrationRow, integrationResource } from '../model/integration/resource.ts';
import { patched } from '../model/patched.ts';
import { replacing } from '../model/replacing.ts';
import { requireMapped, requireRoomForMaps } from './require-mapped.ts';
import { noSecret } from './secret.ts';

/**
 * Replaces the fields of an integration. Turning signing off deletes the secrets. After it is turned on again, the receiver
 * answers 503 until a rotation creates a secret. Contract: Inbound.
 * @throws NOT_FOUND; VALIDATION_FAILED as `createIntegration`; IMMUTABLE for another adapter
 */
export async function updateIntegration(
  scope: WriteScope,
  input: IntegrationUpdate,
): Promise<IntegrationSnapshot> {
  return replace(scope, await findIntegration(scope, input.id, 'update'), input);
}

async function replace(
  scope: WriteScope,
  before: IntegrationRow,
  { id, status, ...input }: IntegrationUpdate,
): Promise<IntegrationSnapshot> {
  await requireMapped(scope, input);
  await requireRoomForMaps(scope, input, id);
  if (input.adapter !== before.adapter) {
    throw refuse('IMMUTABLE', {
      field: 'adapter',
      message: 'Its events have another form. Create a new integration.',
    });
  }
  const after = await change(scope, integrationResource, before, {
    ...replacing(input, { externalPartnerId: null, defaultDemarcationPointId: null }),
    ...(input.signing === 'none' && noSecret),
  });
  // Another tariff map may remove the cause of a failure.
  await retryFailed(scope, id);
  return presentOne(scope, integrationResource, await move(scope, after, status));
}

/**
 * Changes the given fields, as the replacement with the others as they are. Contract: Changing part of a resource.
 * @throws as `updateIntegration`
 */
export async function patchIntegration(
  scope: WriteScope,
  given: z.output<typeof integrationPatch>,
): Promise<IntegrationSnapshot> {
  const before = await findIntegration(scope, given.id, 'update');
  // A replacement keeps the status where it omits it.
  const current = { ...shown(integrationResource, before), status: undefined };
  return replace(scope, before, patched(integrationUpdate, current, given));
}

/** Changes the status, if the request has another one. */
async function move(
  scope: WriteScope,
  row: IntegrationRow,
  status: IntegrationUpdate['status'],
): Promise<IntegrationRow> {
  if (status === undefined || status === row.status) return row;
  return transition(scope, integrationResource, row, status === 'DISABLED' ? 'disable' : 'enable');
}
