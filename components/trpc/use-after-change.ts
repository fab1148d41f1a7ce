import { notify } from '../shell/notify.ts';
import { trpc } from './client.ts';
import { type Undo, useUndoable } from './use-undoable.tsx';

/**
 * Finishes a change: shows the changed resource, reloads what may depend on it and says what was done.
 * @param show shows the resource on its page
 */
export function useAfterChange<T>(show: (after: T) => void) {
  const utils = trpc.useUtils();
  const undoable = useUndoable();
  return {
    client: utils.client,
    finish: (after: T, message: string, undo?: Undo) => {
      show(after);
      void utils.invalidate();
      if (undo) undoable(message, undo);
      else notify({ color: 'green', message });
    },
  };
}
