import type { z } from 'zod';
import { HOUR_MS, plus, realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import {
  INBOUND_SECRET_OVERLAP_HOURS,
  type IntegrationWithSecret,
  type integrationId,
} from '../../contract/integration.ts';
import type { WriteScope } from '../../db/scope.ts';
import { change } from '../../state/record.ts';
import { findIntegration, integrationResource, presentWithSecret } from '../model/integration/resource.ts';
import { newSecret } from './secret.ts';

/**
 * Gives an integration a new secret, shown this once. For 24 hours of real time the old one holds as well; one that was
 * revoked does not come back. Contract: Inbound.
 * @throws NOT_FOUND; CONFLICT for one that signs nothing
 */
export async function rotateIntegrationSecret(
  scope: WriteScope,
  { id }: z.output<typeof integrationId>,
): Promise<IntegrationWithSecret> {
  const before = await findIntegration(scope, id, 'update');
  if (before.signing === 'none') {
    throw refuse('CONFLICT', { field: 'id', message: 'This integration uses no signatures.' });
  }
  const { secret, ...kept } = newSecret(id);
  const isLive = before.sealedSecret !== null;
  const patch = {
    ...kept,
    sealedPreviousSecret: before.sealedSecret,
    previousSecretUntil: isLive ? plus(realNow(), INBOUND_SECRET_OVERLAP_HOURS * HOUR_MS) : null,
  };
  const after = await change(
    scope,
    integrationResource,
    before,
    patch,
    undefined,
    'integration.rotateSecret',
  );
  return presentWithSecret(scope, after, secret);
}
