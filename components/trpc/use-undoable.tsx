'use client';

import { Button, Group } from '@mantine/core';
import { hideNotice, notify } from '../shell/notify.ts';
import { toApiProblem } from './api-problem.ts';
import { trpc } from './client.ts';
import { type Operation, type ProcedureName, perform } from './operation.ts';

/** The operation that undoes another one, and what to say then. */
export type Undo<N extends ProcedureName = ProcedureName> = { operation: Operation<N>; done: string };

/** How long a message with a button stays, in ms. It stays longer while it is pointed at. */
const UNDO_MS = 10_000;

/** Says what was done, with a button that undoes it. The server decides whether it still can. */
export function useUndoable() {
  const utils = trpc.useUtils();
  return (message: string, { operation, done }: Undo) => {
    const id = crypto.randomUUID();
    const undo = async () => {
      void hideNotice(id);
      try {
        await perform(utils.client, operation, { context: { idempotencyKey: crypto.randomUUID() } });
        void utils.invalidate();
        void notify({ color: 'green', message: done });
      } catch (error) {
        void notify({
          color: 'red',
          title: 'This could not be undone',
          message: toApiProblem(error).message,
        });
      }
    };
    void notify({
      id,
      color: 'green',
      autoClose: UNDO_MS,
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <span>{message}</span>
          <Button size="compact-sm" variant="default" onClick={undo} style={{ flex: 'none' }}>
            Undo
          </Button>
        </Group>
      ),
    });
  };
}
