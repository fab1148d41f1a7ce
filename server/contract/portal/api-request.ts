import { z } from 'zod';
import { filters } from '../api-request.ts';
import { listInput, searchInput } from '../paging.ts';

/** The list of the portal. */
export const apiRequestListAll = listInput([], { ...filters, q: searchInput.optional() });

/** Who can call: the credentials and integrations of the account, for filters. */
export const requestCallers = z.array(z.object({ id: z.string(), name: z.string() }));
