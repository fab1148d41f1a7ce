import { notify } from '../shell/notify.ts';
import { trpc } from './client.ts';

/**
 * Finishes a change: shows the changed resource, reloads what may depend on it and says what was done.
 * @param show shows the resource on its page
 */
export function useAfterChange<T>(show: (after: T) => void) {
  const utils = trpc.useUtils();
  return {
    client: utils.client,
    finish: (after: T, message: string) => {
      show(after);
      void utils.invalidate();
      notify({ color: 'green', message });
    },
  };
}
