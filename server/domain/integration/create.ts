import type { IntegrationCreate, IntegrationWithSecret } from '../../contract/integration.ts';
import { newSigningSecret } from '../../sealed.ts';
import { create } from '../../state/record.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { integrationResource, presentWithSecret } from '../model/integration/resource.ts';
import { requireMapped, requireRoomForMaps } from './require-mapped.ts';
import { noSecret } from './secret.ts';

/**
 * Creates an integration. The answer shows its signing secret once. Contract: Inbound.
 * @throws VALIDATION_FAILED at `tariffMap.KEY` for an unknown plan, or at `defaultDemarcationPointId`
 */
export async function createIntegration(
  scope: WriteScope,
  input: IntegrationCreate,
): Promise<IntegrationWithSecret> {
  await requireMapped(scope, input);
  await requireRoomForMaps(scope, input);
  const id = newId('integration', scope.now);
  const { secret, ...sealed } =
    input.signing === 'hmac' ? newSigningSecret('isec', id) : { secret: null, ...noSecret };
  const row = await create(scope, integrationResource, { ...input, ...sealed, status: 'ACTIVE' }, { id });
  return presentWithSecret(scope, row, secret);
}
