import { and, asc, eq, or } from 'drizzle-orm';
import type { AccessFacts } from '../../../drizzle/schema/mail.ts';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffInvitation, staffMember } from '../../../drizzle/schema/staff.ts';
import type { AccessEmailKind } from '../../contract/enums.ts';
import { db } from '../../db/client.ts';
import { transaction } from '../../work/transaction.ts';
import { enqueueEmails } from '../messaging/email/enqueue.ts';

type AccessEmail = {
  kind: Exclude<AccessEmailKind, 'INVITATION'>;
  /** The address of the reader. */
  to: string;
  person: { id: string; name: string; email: string };
  correlationId: string;
} & Pick<AccessFacts, 'link' | 'until' | 'newEmail'>;

/**
 * Queues an email to a person about their own access, in the first account of the person, or of an organisation that
 * invites the person. Without either it does nothing.
 */
export async function sendAccessEmail({
  kind,
  to,
  person,
  correlationId,
  ...facts
}: AccessEmail): Promise<void> {
  const [account] = await db()
    .select({ providerId: provider.id, livemode: provider.livemode, organisation: organisation.name })
    .from(provider)
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .leftJoin(
      staffMember,
      and(eq(staffMember.organisationId, organisation.id), eq(staffMember.userId, person.id)),
    )
    .leftJoin(
      staffInvitation,
      and(eq(staffInvitation.organisationId, organisation.id), eq(staffInvitation.email, person.email)),
    )
    .where(or(eq(staffMember.userId, person.id), eq(staffInvitation.email, person.email)))
    .orderBy(asc(staffMember.createdAt), asc(provider.createdAt), asc(provider.id))
    .limit(1);
  if (!account) return;
  const { organisation: name, ...origin } = account;
  const caller = { type: 'system', name: 'sign-in' } as const;
  await transaction({ ...origin, besideAdvance: true, caller, correlationId }, (scope) =>
    enqueueEmails(scope, [
      {
        kind,
        accessEmail: to,
        factId: person.id,
        facts: { name: person.name, organisation: name, ...facts },
      },
    ]),
  );
}
