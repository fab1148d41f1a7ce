import type { ActivityKind } from '@/server/contract/portal/activity-kinds.ts';

export const activityKindLabels: Record<ActivityKind, string> = {
  payments: 'Payments',
  invoices: 'Invoices',
  service: 'Service',
  charges: 'Charges',
  installations: 'Installations',
  network: 'Network',
  emails: 'Messages',
  notes: 'Notes',
  account: 'Account',
};
