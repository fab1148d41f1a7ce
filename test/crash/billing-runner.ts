import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/client.ts';
import { type Lane, lanesOf } from '../../server/domain/queue/lane.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';

// Runs the lanes of one provider's due work in loops, as a process that tests kill.

// The process ends with its parent.
process.once('disconnect', () => process.exit());
openDatabase(process.env.DATABASE_URL ?? '', 4);
process.send?.('at work');

async function drainLane(lane: Lane): Promise<never> {
  for (;;) {
    const { more } = await drainDue({ providerId: process.env.PROVIDER_ID ?? '', budgetMs: 5_000, lane });
    if (!more) await sleep(10);
  }
}

await Promise.all(lanesOf(2).map(drainLane));
