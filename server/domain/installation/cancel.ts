import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { InstallationSnapshot, installationId } from '../../contract/installation.ts';
import { presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { endInstallations } from '../lifecycle/charges/installation.ts';
import { lockInstallation } from '../model/installation/lock.ts';
import { installationResource } from '../model/installation/resource.ts';

/**
 * Cancels an installation and the pending charge for its fee. Contract: Installation.
 * @throws NOT_FOUND, installation_terminal
 */
export async function cancelInstallation(
  scope: WriteScope,
  { id }: z.output<typeof installationId>,
): Promise<InstallationSnapshot> {
  const before = await lockInstallation(scope, id);
  if (!before) throw refuse('NOT_FOUND', { field: 'id' });
  const [cancelled] = await endInstallations(scope, [{ row: before }], 'cancel');
  if (!cancelled) throw refuse('installation_terminal');
  return presentOne(scope, installationResource, cancelled);
}
