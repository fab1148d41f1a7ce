import { expect, test } from 'vitest';
import { may, type Permission, roles } from './roles.ts';

const allowed = (permission: Permission) => roles.filter((role) => may({ role }, permission));

test.each<[Permission, string[]]>([
  ['charges:write', ['owner', 'admin', 'billing']],
  ['emails:write', ['owner', 'admin', 'billing', 'support']],
  ['payments:write', ['owner', 'admin', 'billing']],
  ['payments:collect', ['owner', 'admin', 'billing']],
  ['installations:write', ['owner', 'admin', 'support']],
  ['visits:write', ['owner', 'admin', 'support', 'technician']],
  ['read', ['owner', 'admin', 'billing', 'support', 'viewer']],
  ['own', [...roles]],
])('the permission %s belongs to the roles %s', (permission, expected) => {
  expect(allowed(permission)).toEqual(expected);
});
