import { asc, eq, inArray } from 'drizzle-orm';
import { integration } from '../../../drizzle/schema/integration.ts';
import { accessCredential, organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { refuse } from '../../contract/errors.ts';
import { appearanceOf } from '../../contract/name-appearance.ts';
import type { Tx } from '../../db/client.ts';

/**
 * Requires that the audit trail of these organisations cannot confuse a person with another member, an API key or an integration.
 * Their teams stay locked until the transaction ends, so that of two people who take one name at the same time one succeeds.
 * Contract: Team.
 * @param person with the new name, which `personName` has checked
 * @throws VALIDATION_FAILED for an email address that is not the person's; CONFLICT for a name that looks like one of the others
 */
export async function requireOwnName(
  db: Tx,
  { id, name, email }: { id: string; name: string; email: string },
  organisationIds: string[],
): Promise<void> {
  if (name.includes('@') && name.toLowerCase() !== email) {
    throw refuse('VALIDATION_FAILED', { field: 'name', message: 'Enter a name, not an email address.' });
  }
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(inArray(organisation.id, organisationIds))
    .orderBy(asc(organisation.id))
    .for('no key update');
  const members = await db
    .select({ id: staffUser.id, name: staffUser.name, email: staffUser.email })
    .from(staffMember)
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(inArray(staffMember.organisationId, organisationIds));
  const accounts = db
    .select({ id: provider.id })
    .from(provider)
    .where(inArray(provider.organisationId, organisationIds));
  const keys = await db
    .select({ name: accessCredential.label })
    .from(accessCredential)
    .where(inArray(accessCredential.providerId, accounts));
  const integrations = await db
    .select({ name: integration.name })
    .from(integration)
    .where(inArray(integration.providerId, accounts));
  const appearance = appearanceOf(name);
  const looksLike = (other: string) => appearanceOf(other) === appearance;
  const others = members.filter((member) => member.id !== id);
  if (others.some((other) => looksLike(other.name) || looksLike(other.email))) {
    throw taken('Another member of the team');
  }
  if (keys.some((key) => looksLike(key.name))) throw taken('An API key');
  if (integrations.some((each) => looksLike(each.name))) throw taken('An integration');
}

function taken(who: string) {
  return refuse('CONFLICT', {
    field: 'name',
    message: `${who} has a name that looks the same. Add an initial or a second name.`,
  });
}
