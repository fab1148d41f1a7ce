import { monotonicMs, SECOND_MS } from './clock.ts';

/** How long a check holds, in ms: a verified credential is cached for as long. */
const CHECK_HOLDS_MS = SECOND_MS;

/**
 * Repeats a check for a request that takes long: a key may be revoked, a person removed and an integration deleted while a body arrives, a
 * wait lasts or a file is read. Nothing is checked while the last check holds; that of the beginning is the first.
 * @param check rejects where the request is no longer admitted
 */
export function checkAgain(check: () => Promise<unknown>): () => Promise<void> {
  let checkedAt = monotonicMs();
  return async () => {
    if (monotonicMs() - checkedAt < CHECK_HOLDS_MS) return;
    await check();
    checkedAt = monotonicMs();
  };
}
