import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { integrationId } from '../../contract/integration.ts';
import { change } from '../../state/record.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findIntegration, integrationResource } from '../model/integration/resource.ts';
import { noSecret } from './secret.ts';

/**
 * Revokes the secret of an integration at once, and the previous one with it. Until a rotation the receiver answers 503.
 * Contract: Inbound.
 * @throws NOT_FOUND; CONFLICT for an integration without signing
 */
export async function revokeIntegrationSecret(scope: WriteScope, { id }: z.output<typeof integrationId>) {
  const before = await findIntegration(scope, id, 'update');
  if (before.signing === 'none') {
    throw refuse('CONFLICT', { field: 'id', message: 'This integration uses no signatures.' });
  }
  await change(scope, integrationResource, before, noSecret, { action: 'integration.revoke_secret' });
  return { id, deleted: true as const };
}
