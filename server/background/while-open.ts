import { mayBeginWork, openAccounts } from '../domain/model/provider/account-status.ts';
import { isHeldUp } from '../work/failures.ts';
import type { Drain } from './define-drain.ts';

/**
 * The drain without the work of closed accounts, and without that of accounts whose test clock is being advanced. A run that other work of
 * its account holds up ends, and the next one tries again. Contract: Operator, Time.
 */
export function whileOpen(whole: Drain): Drain {
  const { drain, listDue, besideAdvance } = whole;
  return {
    ...whole,
    drain: async (work) => {
      if (!(await mayBeginWork(work.providerId, besideAdvance))) return { more: false };
      return drain(work).catch((error: unknown) => {
        if (!isHeldUp(error)) throw error;
        return { more: true };
      });
    },
    listDue: async () => openAccounts(await listDue()),
  };
}
