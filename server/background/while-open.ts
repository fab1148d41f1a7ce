import { openAccounts } from '../domain/model/provider/account-status.ts';
import type { Drain } from './define-drain.ts';

/** The drain without the work of closed accounts. Contract: Operator. */
export function whileOpen({ drain, listDue, ...rest }: Drain): Drain {
  return {
    ...rest,
    drain: async (work) =>
      (await openAccounts([work.providerId])).length > 0 ? drain(work) : { more: false },
    listDue: async () => openAccounts(await listDue()),
  };
}
