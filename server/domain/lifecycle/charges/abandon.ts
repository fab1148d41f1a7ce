import { installation } from '../../../../drizzle/schema/installation.ts';
import { openInstallationStatuses } from '../../../contract/installation-rules.ts';
import { dueRows } from '../../model/due-work.ts';
import { lockInstallations } from '../../model/installation/lock.ts';
import { installationResource } from '../../model/installation/resource.ts';
import { endInstallations } from './end-installation.ts';

/** Abandons open installations past `windowEndsAt` and cancels their pending fees. Contract: Installation. */
export const installationWindow = dueRows({
  name: 'installation window',
  resource: installationResource,
  column: installation.windowEndsAt,
  subscriberId: installation.subscriberId,
  status: [...openInstallationStatuses],
  async run(scope, items) {
    const dueAt = new Map(items.map(({ row, at }) => [row.id, at]));
    const locked = await lockInstallations(scope, [...dueAt.keys()]);
    // Another transaction may have extended the window before this one got the lock.
    const late = locked.filter((row) => row.windowEndsAt <= (dueAt.get(row.id) ?? scope.now));
    await endInstallations(
      scope,
      late.map((row) => ({ row, at: dueAt.get(row.id) })),
      'abandon',
    );
  },
});
