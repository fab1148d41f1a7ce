import type { accessTypes } from '@/server/contract/enums.ts';

/** How people call the kinds of access. */
export const accessTypeNames: Record<(typeof accessTypes)[number], string> = {
  FIBER: 'Fibre',
  WIRELESS: 'Wireless',
  COPPER: 'Copper',
  OTHER: 'Other',
};
