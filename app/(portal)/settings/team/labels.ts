import type { Role } from '@/server/contract/roles.ts';

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  billing: 'Billing',
  support: 'Support',
  viewer: 'Viewer',
  technician: 'Technician',
};

/** What a role may do, in one line. */
export const roleTexts: Record<Role, string> = {
  owner: 'Everything, the team included',
  admin: 'Everything but the team and erasures',
  billing: 'Payments, refunds, charges, invoices and plans',
  support: 'Subscribers, subscriptions, installations and sessions',
  viewer: 'Reads everything, changes nothing',
  technician: 'Own installations only, made for a phone',
};
