import type { Permission } from '../roles.ts';

/** What a permission lets a person do, as the end of a sentence. */
const permissionTexts: Record<Permission, string> = {
  own: 'change your profile',
  read: 'open this',
  'revenue:read': 'see revenue',
  'subscribers:write': 'change subscribers',
  'subscribers:erase': 'erase personal data',
  'subscribers:export': 'export personal data',
  'notes:write': 'write notes',
  'demarcation-points:write': 'change demarcation points',
  'plans:write': 'change plans',
  'subscriptions:write': 'change subscriptions',
  'grace:write': 'give more time to pay',
  'credentials:read': 'see network passwords',
  'installations:write': 'change installations',
  'visits:write': 'work on visits',
  'sessions:write': 'disconnect sessions',
  'payments:collect': 'record payments',
  'payments:write': 'refund payments and assign money',
  'charges:write': 'change charges',
  'emails:write': 'send messages',
  'developers:write': 'change webhooks, keys and integrations',
  'clock:write': 'move the test clock',
  'settings:write': 'change settings',
  'staff:write': 'change the team',
};

/** Why a person may not do something. An owner changes roles. */
export function permissionRefusal(permission: Permission): string {
  return `Your role does not let you ${permissionTexts[permission]}. An owner can change your role.`;
}
