import type { WriteScope } from '../../../db/scope.ts';
import { change } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { nextMove } from '../../model/installation/rules.ts';

/**
 * Moves an installation, locked already, on because its fee was paid or waived; to the end where it was installed
 * before. One that was marked done meanwhile only learns that it was free. Contract: Installation.
 */
export async function feeSettled(
  scope: WriteScope,
  installation: InstallationRow,
  { waived }: { waived: boolean },
): Promise<InstallationRow> {
  const patch = waived ? { free: true } : {};
  if (installation.status !== 'PENDING_PAYMENT') {
    return change(scope, installationResource, installation, patch);
  }
  const isInstalled = installation.installedAt !== null;
  const move = nextMove(installation.status, { isSettled: true, isInstalled, isMarkedDone: false });
  return transition(scope, installationResource, installation, move ?? 'settle', patch);
}
