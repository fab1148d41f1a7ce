import type { invoiceKinds } from '@/server/contract/enums.ts';

export const invoiceKindNames: Record<(typeof invoiceKinds)[number], string> = {
  FIRST: 'First cycle',
  RENEWAL: 'Renewal',
  REACTIVATION: 'Reactivation',
  UPGRADE: 'Upgrade',
};
