import type { WriteScope } from '../../../db/scope.ts';
import { change } from '../../../state/record.ts';
import { transition } from '../../../state/transition.ts';
import { type InstallationRow, installationResource } from '../../model/installation/resource.ts';
import { nextMove } from '../../model/installation/rules.ts';

/**
 * Settles the fee of a locked installation, paid or waived. The installation activates where it is installed already,
 * and awaits its installation otherwise. One that is activated already only records a waiver. Contract: Installation.
 */
export async function settleFee(
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
