import { installationStatuses } from '../enums.ts';
import { filters, sortable } from '../installation.ts';
import { anyOf, listInput, searchInput } from '../paging.ts';
import { instantInput } from '../primitives.ts';

/** The list of the portal. */
export const installationListAll = listInput(sortable, {
  q: searchInput.optional(),
  ...filters,
  statusIn: anyOf(installationStatuses).optional(),
  windowEndsAfter: instantInput.optional(),
});
