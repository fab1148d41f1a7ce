import { withDatabase } from '../server/cli/command.ts';
import {
  applySessionChanges,
  providersWithDueSessionChanges,
} from '../server/domain/network/apply-session-changes.ts';
import { sweepNetwork } from '../server/jobs/network-sweep.ts';

// The sweep and its consequences, once, beside a running server: flows do not wait for a cron.
await withDatabase(async () => {
  await sweepNetwork({ run: (_name, work) => work(), sleep: async () => {} });
  for (const providerId of await providersWithDueSessionChanges()) {
    await applySessionChanges({ providerId, budgetMs: 20_000 });
  }
});
