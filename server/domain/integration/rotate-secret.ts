import type { z } from 'zod';
import { HOUR_MS, plus, realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import {
  INBOUND_SECRET_OVERLAP_HOURS,
  type IntegrationWithSecret,
  type integrationId,
} from '../../contract/integration.ts';
import { newSigningSecret } from '../../sealed.ts';
import { change } from '../../state/record.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findIntegration, integrationResource, presentWithSecret } from '../model/integration/resource.ts';

/**
 * Creates a new secret and shows it once. The old one stays valid for 24 hours of real time, unless it was revoked.
 * Contract: Inbound.
 * @throws NOT_FOUND; CONFLICT for an integration without signing
 */
export async function rotateIntegrationSecret(
  scope: WriteScope,
  { id }: z.output<typeof integrationId>,
): Promise<IntegrationWithSecret> {
  const before = await findIntegration(scope, id, 'update');
  if (before.signing === 'none') {
    throw refuse('CONFLICT', { field: 'id', message: 'This integration uses no signatures.' });
  }
  const { secret, ...sealed } = newSigningSecret('isec', id);
  const isLive = before.sealedSecret !== null;
  const patch = {
    ...sealed,
    sealedPreviousSecret: before.sealedSecret,
    previousSecretUntil: isLive ? plus(realNow(), INBOUND_SECRET_OVERLAP_HOURS * HOUR_MS) : null,
  };
  const after = await change(scope, integrationResource, before, patch, {
    action: 'integration.rotate_secret',
  });
  return presentWithSecret(scope, after, secret);
}
