import { installationOperations } from '../../contract/operations/installation.ts';
import { cancelInstallation } from '../../domain/installation/cancel.ts';
import { createInstallation } from '../../domain/installation/create.ts';
import { getInstallation, listInstallations } from '../../domain/installation/read.ts';
import { listTechnicians } from '../../domain/installation/technician.ts';
import { listInstallationEvents } from '../../domain/installation/timeline.ts';
import { updateInstallation } from '../../domain/installation/update.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const installationRouter = routerOf(installationOperations, {
  list: read(listInstallations),
  listAll: read(listInstallations),
  get: read(getInstallation),
  events: read(listInstallationEvents),
  technicians: read(listTechnicians),
  create: write(createInstallation),
  update: write(updateInstallation),
  cancel: write(cancelInstallation),
});
