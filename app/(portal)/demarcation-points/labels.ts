import type { accessTypes } from '@/server/contract/enums.ts';

/** The labels of the access types. */
export const accessTypeNames: Record<(typeof accessTypes)[number], string> = {
  FIBER: 'Fibre',
  WIRELESS: 'Wireless',
  COPPER: 'Copper',
  OTHER: 'Other',
};
