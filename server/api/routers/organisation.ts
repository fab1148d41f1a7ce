import { z } from 'zod';
import { organisationSnapshot, organisationUpdate } from '../../contract/organisation.ts';
import { getOrganisation, updateOrganisation } from '../../domain/provider/organisation.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** The organisation's details on invoices and emails. Portal only. */
export const organisationRouter = router({
  get: procedure('read').input(z.strictObject({})).output(organisationSnapshot).query(read(getOrganisation)),
  update: procedure('settings:write', { takesLocalPhone: true })
    .input(organisationUpdate)
    .output(organisationSnapshot)
    .mutation(write(updateOrganisation)),
});
