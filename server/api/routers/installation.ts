import { eventPage, installationEventList } from '../../contract/events.ts';
import {
  installationCreate,
  installationId,
  installationList,
  installationListAll,
  installationPage,
  installationSnapshot,
  installationUpdate,
} from '../../contract/installation.ts';
import { cancelInstallation } from '../../domain/installation/cancel.ts';
import { createInstallation } from '../../domain/installation/create.ts';
import { getInstallation, listInstallations } from '../../domain/installation/read.ts';
import { listInstallationEvents } from '../../domain/installation/timeline.ts';
import { updateInstallation } from '../../domain/installation/update.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const installationRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/installations', 'List installations'))
    .input(installationList)
    .output(installationPage)
    .query(read(listInstallations)),
  /** Portal only. */
  listAll: procedure('read')
    .input(installationListAll)
    .output(installationPage)
    .query(read(listInstallations)),
  get: procedure('read')
    .meta(rest('GET', '/v1/installations/{id}', 'Read an installation'))
    .input(installationId)
    .output(installationSnapshot)
    .query(read(getInstallation)),
  /** Portal only. */
  events: procedure('read')
    .input(installationEventList)
    .output(eventPage)
    .query(read(listInstallationEvents)),
  create: procedure('installations:write')
    .meta(
      rest('POST', '/v1/installations', 'Create an installation', {
        status: 201,
        errors: ['subscription_missing_demarcation_point', 'installation_already_active', 'IMMUTABLE'],
      }),
    )
    .input(installationCreate)
    .output(installationSnapshot)
    .mutation(write(createInstallation)),
  update: procedure('installations:write')
    .meta(
      rest('PATCH', '/v1/installations/{id}', 'Update an installation', {
        errors: ['installation_terminal', 'CHARGE_NOT_WAIVABLE'],
      }),
    )
    .input(installationUpdate)
    .output(installationSnapshot)
    .mutation(write(updateInstallation)),
  cancel: procedure('installations:write')
    .meta(
      rest('POST', '/v1/installations/{id}/cancel', 'Cancel an installation', {
        errors: ['installation_terminal'],
      }),
    )
    .input(installationId)
    .output(installationSnapshot)
    .mutation(write(cancelInstallation)),
});
