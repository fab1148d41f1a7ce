import { installation } from '../../../../drizzle/schema/installation.ts';
import { installationSnapshot } from '../../../contract/installation.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { installationMachine } from './machine.ts';

export const installationResource = defineResource({
  name: 'installation',
  object: 'installation',
  table: installation,
  snapshot: installationSnapshot,
  machine: installationMachine,
  derive: (row: typeof installation.$inferSelect) => ({ installationId: row.id, required: true }),
});

export type InstallationRow = Row<typeof installationResource>;
