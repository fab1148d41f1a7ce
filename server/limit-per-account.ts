import { refuse } from './contract/errors.ts';

/**
 * Limits how much work of one kind an account, or a person, has at a time in this process.
 * @param retryAfter in seconds
 */
export function limitPerAccount(max: number, retryAfter: number) {
  const atWork = new Map<string, number>();
  /** @throws RATE_LIMITED */
  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const before = atWork.get(owner) ?? 0;
    if (before >= max) throw refuse('RATE_LIMITED', { retryAfter });
    atWork.set(owner, before + 1);
    try {
      return await work();
    } finally {
      const left = (atWork.get(owner) ?? 1) - 1;
      if (left > 0) atWork.set(owner, left);
      else atWork.delete(owner);
    }
  };
}
