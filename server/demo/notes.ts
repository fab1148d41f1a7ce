import { desc, eq } from 'drizzle-orm';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { HOUR_MS } from '../clock.ts';
import { createNote } from '../domain/note/create.ts';
import { setSubscriberTags } from '../domain/tag/set.ts';
import { runStep } from './customer-steps.ts';
import type { Staff } from './team.ts';

type Remark = { by: 'owner' | 'support' | 'billing'; text?: string; tags: string[]; hoursAgo: number };

/** What staff have written, one for each of the newest subscribers. */
const remarks: Remark[] = [
  {
    by: 'support',
    text: 'Called about slow evenings. Asked to restart the router first.',
    tags: [],
    hoursAgo: 3,
  },
  {
    by: 'billing',
    text: 'Pays by M-Pesa on the 5th. Do not call before.',
    tags: ['Pays late'],
    hoursAgo: 26,
  },
  {
    by: 'support',
    text: 'Wants Fibre 200 once the building is rewired.',
    tags: ['Upgrade lead'],
    hoursAgo: 50,
  },
  { by: 'owner', tags: ['VIP'], hoursAgo: 75 },
  {
    by: 'support',
    text: 'The gate code is with the caretaker, Mr. Otieno.',
    tags: ['VIP', 'Apartment block'],
    hoursAgo: 120,
  },
  {
    by: 'billing',
    text: 'Promised to settle the router charge with the next bill.',
    tags: ['Pays late'],
    hoursAgo: 170,
  },
];

/** Writes notes and tags of the demo's newest subscribers. */
export async function writeNotes(staff: Staff): Promise<void> {
  const scope = staff.owner;
  const newest = await scope.db
    .select({ id: subscriber.id, createdAt: subscriber.createdAt })
    .from(subscriber)
    .where(eq(subscriber.providerId, scope.providerId))
    .orderBy(desc(subscriber.id))
    .limit(remarks.length);
  for (const [index, { id: subscriberId, createdAt }] of newest.entries()) {
    const { by, text, tags, hoursAgo } = remarks[index] as Remark;
    // A note is not older than its subscriber.
    const at = new Date(Math.max(scope.now.getTime() - hoursAgo * HOUR_MS, createdAt.getTime()));
    await runStep(staff[by], {
      at,
      act: async (author) => {
        if (text) await createNote(author, { subscriberId, text });
        if (tags.length > 0) await setSubscriberTags(author, { subscriberId, names: tags });
      },
    });
  }
}
