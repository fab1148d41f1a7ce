import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { provider } from '../../drizzle/schema/provider.ts';
import { staffAccount, staffMember, staffUser } from '../../drizzle/schema/staff.ts';
import type { Role } from '../contract/roles.ts';
import { addMember } from '../domain/staff/accept-invitation.ts';
import type { WriteScope } from '../work/scope.ts';
import { runStep } from './customer-steps.ts';

type Colleague = { name: string; email: string; role: Exclude<Role, 'owner'> };

/** The owner's colleagues, one for each role. They have the generated password of the owner. */
export const colleagues: readonly Colleague[] = [
  { name: 'Daniel Kiplagat', email: 'admin@demo-isp.example', role: 'admin' },
  { name: 'Esther Njoroge', email: 'billing@demo-isp.example', role: 'billing' },
  { name: 'Collins Ouma', email: 'support@demo-isp.example', role: 'support' },
  { name: 'Halima Noor', email: 'viewer@demo-isp.example', role: 'viewer' },
  { name: 'Kevin Otieno', email: 'technician@demo-isp.example', role: 'technician' },
];

/** The scopes of the demo's staff, by role. */
export type Staff = Record<Role, WriteScope>;

/** Adds the owner's colleagues to the team. */
export async function hireTeam(scope: WriteScope): Promise<Staff> {
  const { organisationId, passwordHash, ...owner } = await ownerOf(scope);
  const as = (person: { id: string; name: string; email: string; role: Role }): WriteScope => ({
    ...scope,
    caller: { type: 'staff', ...person },
  });
  const staff: Partial<Staff> = { owner: as({ ...owner, role: 'owner' }) };
  for (const { name, email, role } of colleagues) {
    const id = randomUUID();
    const joins = as({ id, name, email, role });
    staff[role] = joins;
    await runStep(joins, {
      at: scope.now,
      act: (own) => addMember(own, { organisationId, email, role }, id, { name, passwordHash }),
    });
  }
  return staff as Staff;
}

async function ownerOf({ db, providerId }: WriteScope) {
  const [owner] = await db
    .select({
      id: staffUser.id,
      name: staffUser.name,
      email: staffUser.email,
      organisationId: provider.organisationId,
      passwordHash: staffAccount.password,
    })
    .from(provider)
    .innerJoin(staffMember, eq(staffMember.organisationId, provider.organisationId))
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .innerJoin(staffAccount, eq(staffAccount.userId, staffUser.id))
    .where(and(eq(provider.id, providerId), eq(staffMember.role, 'owner')));
  if (!owner?.passwordHash) throw new Error('the demo has no owner with a password');
  return { ...owner, passwordHash: owner.passwordHash };
}
