import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { installation } from '../../../drizzle/schema/installation.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import type { technicians } from '../../contract/portal/installation.ts';
import { may, roles } from '../../contract/roles.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { installationResource } from '../model/installation/resource.ts';

/** The roles that have visits of their own. */
const visitors = roles.filter((role) => may({ role }, 'visits:write'));

/** How many recent installations names are suggested from. */
const RECENT = 100;

/** Members of the team of a provider who have visits of their own. */
function membersOf({ db, providerId }: Pick<Scope, 'db' | 'providerId'>, email?: string) {
  return db
    .select({ id: staffUser.id, name: staffUser.name, email: staffUser.email })
    .from(provider)
    .innerJoin(staffMember, eq(staffMember.organisationId, provider.organisationId))
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(
      and(
        eq(provider.id, providerId),
        inArray(staffMember.role, visitors),
        email === undefined ? undefined : eq(staffUser.email, email),
      ),
    )
    .orderBy(asc(staffUser.name), asc(staffUser.id));
}

/**
 * The columns of a technician, as given: of a member of the team by the email address, else a name alone. A name is never taken for a
 * member, because members choose their names themselves. Contract: Installation.
 */
export async function technicianFields(scope: Scope, given: string | null | undefined) {
  if (given === undefined) return {};
  const email = given?.includes('@') ? given.toLowerCase() : null;
  const [member] = email ? await membersOf(scope, email) : [];
  return { technician: member?.name ?? given, technicianId: member?.id ?? null };
}

/** Who can be the technician of an installation: members of the team, and further names of recent installations. */
export async function listTechnicians(scope: Scope): Promise<z.output<typeof technicians>> {
  const recent = scope.db
    .select({ name: installation.technician, technicianId: installation.technicianId })
    .from(installation)
    .where(owned(scope, installationResource))
    .orderBy(desc(installation.createdAt), desc(installation.id))
    .limit(RECENT)
    .as('recent');
  const [members, names] = await Promise.all([
    membersOf(scope),
    scope.db
      .selectDistinct({ name: sql<string>`${recent.name}` })
      .from(recent)
      .where(and(isNull(recent.technicianId), sql`${recent.name} is not null`))
      .orderBy(asc(recent.name)),
  ]);
  return {
    members: members.map(({ name, email }) => ({ name, email })),
    names: names.map(({ name }) => name),
  };
}
