import { sweepNetwork } from '../server/background/network-sweep.ts';
import { withDatabase } from '../server/cli/command.ts';
import {
  applySessionChanges,
  providersWithDueSessionChanges,
} from '../server/domain/network/apply-session-changes.ts';

// Runs the network sweep once beside the server, so that flows do not wait for a cron.
await withDatabase(async () => {
  await sweepNetwork({ run: (_name, work) => work(), sleep: async () => {} });
  for (const providerId of await providersWithDueSessionChanges()) {
    await applySessionChanges({ providerId, budgetMs: 20_000 });
  }
});
