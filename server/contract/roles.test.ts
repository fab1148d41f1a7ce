import { expect, test } from 'vitest';
import { may, type Permission, roles } from './roles.ts';

const allowed = (permission: Permission) => roles.filter((role) => may(role, permission));

test.each<[Permission, string[]]>([
  ['charges:write', ['owner', 'admin', 'billing']],
  ['emails:write', ['owner', 'admin', 'billing', 'support']],
  ['payments:write', ['owner', 'admin', 'billing']],
  ['installations:write', ['owner', 'admin', 'support']],
])('%s is for %s', (permission, expected) => {
  expect(allowed(permission)).toEqual(expected);
});
