/** Staff roles, from most to fewest permissions. Contract: Accounts. */
export const roles = ['owner', 'admin', 'billing', 'support', 'viewer', 'technician'] as const;
export type Role = (typeof roles)[number];

/**
 * What a procedure requires. `read` covers all areas but the figures of revenue: every role except `technician` has it. `own` is
 * what concerns the person alone.
 */
export const permissions = [
  'own',
  'read',
  'revenue:read',
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
  'visits:write',
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
  'own',
  'read',
  'revenue:read',
  'notes:write',
  'payments:collect',
  'payments:write',
  'charges:write',
  'grace:write',
  'plans:write',
  'emails:write',
];
const support: readonly Permission[] = [
  'own',
  'read',
  'subscribers:write',
  'notes:write',
  'demarcation-points:write',
  'subscriptions:write',
  'grace:write',
  'credentials:read',
  'installations:write',
  'visits:write',
  'sessions:write',
  'emails:write',
];

const granted: Record<Role, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  admin: new Set(permissions.filter((p) => !ofOwners.includes(p))),
  billing: new Set(billing),
  support: new Set(support),
  viewer: new Set<Permission>(['own', 'read', 'revenue:read']),
  technician: new Set<Permission>(['own', 'visits:write']),
};

/** What decides what a person may do. */
export type Rights = {
  role: Role;
  /** The setting of the organisation that lets `support` collect payments. */
  supportCollects?: boolean;
  /** The setting of the organisation that shows revenue to `support`. */
  supportSeesRevenue?: boolean;
};

/** What a setting of the organisation adds to the role `support`. */
const addedToSupport = {
  supportCollects: 'payments:collect',
  supportSeesRevenue: 'revenue:read',
} as const satisfies Record<string, Permission>;

/** Whether a person has a permission. API credentials act as `admin`. Contract: Accounts. */
export function may(rights: Rights, permission: Permission): boolean {
  const settings = Object.entries(addedToSupport) as [keyof typeof addedToSupport, Permission][];
  const isLet = settings.some(([setting, added]) => added === permission && rights[setting] === true);
  return (isLet && rights.role === 'support') || granted[rights.role].has(permission);
}
