import { z } from 'zod';
import { installationStatuses } from '../enums.ts';
import { filters, sortable } from '../installation.ts';
import { listInput, searchInput } from '../paging.ts';
import { instantInput } from '../primitives.ts';
import { anyOf } from './list-parts.ts';

/** The list of the portal. */
export const installationListAll = listInput(sortable, {
  q: searchInput.optional(),
  ...filters,
  statusIn: anyOf(installationStatuses).optional(),
  windowEndsAfter: instantInput.optional(),
});

/** Who can be the technician of an installation. */
export const technicians = z.object({
  /** Members of the team who have their visits in the portal. */
  members: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Further names, of recent installations. */
  names: z.array(z.string()),
});
