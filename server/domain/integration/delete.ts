import type { z } from 'zod';
import type { integrationId } from '../../contract/integration.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { deleteSettings } from '../external/outbound-sync/rows.ts';
import { findIntegration, integrationResource } from '../model/integration/resource.ts';
import { noSecret } from './secret.ts';

/**
 * Deletes an integration and its secrets. Its inbound events are kept. Contract: Inbound.
 * @throws NOT_FOUND
 */
export async function deleteIntegration(scope: WriteScope, { id }: z.output<typeof integrationId>) {
  const row = await findIntegration(scope, id, 'update');
  await deleteSettings(scope, id);
  await transition(scope, integrationResource, row, 'delete', noSecret);
  return { id, deleted: true as const };
}
