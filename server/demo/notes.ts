import { and, desc, eq } from 'drizzle-orm';
import { provider } from '../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../drizzle/schema/staff.ts';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { HOUR_MS } from '../clock.ts';
import type { WriteScope } from '../db/scope.ts';
import { createNote } from '../domain/note/create.ts';
import { setSubscriberTags } from '../domain/tag/set.ts';

type Remark = { text?: string; tags: string[]; hoursAgo: number };

/** What staff have written, one for each of the newest subscribers. */
const remarks: Remark[] = [
  { text: 'Called about slow evenings. Asked to restart the router first.', tags: [], hoursAgo: 3 },
  { text: 'Pays by M-Pesa on the 5th. Do not call before.', tags: ['Pays late'], hoursAgo: 26 },
  { text: 'Wants Fibre 200 once the building is rewired.', tags: ['Upgrade lead'], hoursAgo: 50 },
  { tags: ['VIP'], hoursAgo: 75 },
  {
    text: 'The gate code is with the caretaker, Mr. Otieno.',
    tags: ['VIP', 'Apartment block'],
    hoursAgo: 120,
  },
  { text: 'Promised to settle the router charge with the next bill.', tags: ['Pays late'], hoursAgo: 170 },
];

/** The scope with the demo's owner as the caller. */
export async function asOwner(scope: WriteScope): Promise<WriteScope> {
  const [owner] = await scope.db
    .select({ id: staffUser.id, name: staffUser.name })
    .from(provider)
    .innerJoin(staffMember, eq(staffMember.organisationId, provider.organisationId))
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(and(eq(provider.id, scope.providerId), eq(staffMember.role, 'owner')));
  if (!owner) throw new Error('the demo has no owner');
  return { ...scope, caller: { type: 'staff', role: 'owner', ...owner } };
}

/** Writes notes and tags of the demo's subscribers. @param scope of the owner */
export async function writeNotes(scope: WriteScope): Promise<void> {
  const newest = await scope.db
    .select({ id: subscriber.id, createdAt: subscriber.createdAt })
    .from(subscriber)
    .where(eq(subscriber.providerId, scope.providerId))
    .orderBy(desc(subscriber.id))
    .limit(remarks.length);
  for (const [index, { id: subscriberId, createdAt }] of newest.entries()) {
    const { text, tags, hoursAgo } = remarks[index] ?? { tags: [], hoursAgo: 0 };
    // A note is not older than its subscriber.
    const at = new Date(Math.max(scope.now.getTime() - hoursAgo * HOUR_MS, createdAt.getTime()));
    const staff: WriteScope = { ...scope, now: at };
    if (text) await createNote(staff, { subscriberId, text });
    if (tags.length > 0) await setSubscriberTags(staff, { subscriberId, names: tags });
  }
}
