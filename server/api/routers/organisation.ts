import { organisationOperations } from '../../contract/operations/organisation.ts';
import { readLogo, removeLogo, setLogo } from '../../domain/provider/logo.ts';
import { getOrganisation, updateOrganisation } from '../../domain/provider/organisation.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** The organisation's details on invoices and emails. Portal only. */
export const organisationRouter = routerOf(organisationOperations, {
  get: read(getOrganisation),
  update: write(updateOrganisation),
  logo: read(readLogo),
  setLogo: write(setLogo),
  removeLogo: write(removeLogo),
});
