/** Staff roles, from most to fewest permissions. Contract: Accounts. */
export const roles = ['owner', 'admin', 'billing', 'support', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What a procedure requires. `read` covers all areas: every role has it. */
export const permissions = [
  'read',
  'subscribers:write',
  'subscribers:erase',
  'subscribers:export',
  'notes:write',
  'demarcation-points:write',
  'plans:write',
  'subscriptions:write',
  'grace:write',
  'credentials:read',
  'installations:write',
  'sessions:write',
  'payments:collect',
  'payments:write',
  'charges:write',
  'emails:write',
  'developers:write',
  'clock:write',
  'settings:write',
  'staff:write',
] as const;
export type Permission = (typeof permissions)[number];

/** What an owner alone may do: the personal data as a whole, and the team. */
const ofOwners: readonly Permission[] = ['staff:write', 'subscribers:erase', 'subscribers:export'];

const billing: readonly Permission[] = [
  'read',
  'notes:write',
  'payments:collect',
  'payments:write',
  'charges:write',
  'grace:write',
  'plans:write',
  'emails:write',
];
const support: readonly Permission[] = [
  'read',
  'subscribers:write',
  'notes:write',
  'demarcation-points:write',
  'subscriptions:write',
  'grace:write',
  'credentials:read',
  'installations:write',
  'sessions:write',
  'emails:write',
];

const granted: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  admin: new Set(permissions.filter((p) => !ofOwners.includes(p))),
  billing: new Set(billing),
  support: new Set(support),
  viewer: new Set<Permission>(['read']),
};

/** What decides what a person may do. */
export type Rights = {
  role: Role;
  /** The setting of the organisation that lets `support` collect payments. */
  supportCollects?: boolean;
};

/** Whether a person has a permission. API credentials act as `admin`. Contract: Accounts. */
export function may({ role, supportCollects = false }: Rights, permission: Permission): boolean {
  const isLet = supportCollects && role === 'support' && permission === 'payments:collect';
  return isLet || granted[role].has(permission);
}
