'use client';

import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, splitReasons, toApiProblem } from '@/components/trpc/api-problem.ts';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import type { DryRunState } from '@/components/trpc/use-dry-run.ts';
import { AsApiRequest } from './as-api-request.tsx';
import { Consequences } from './consequences.tsx';
import type { ApiRequest } from './curl-command.ts';
import { Dialog } from './dialog.tsx';
import { useIdempotencyKey } from './use-idempotency-key.ts';
import { WhatFollows } from './what-follows.tsx';

type ActionDialogProps = {
  onClose: () => void;
  title: string;
  /** The dry run of the action: what will follow, or why it would be refused. */
  preview?: DryRunState;
  /** What will follow beyond the dry run, or without one. Each one line. */
  consequences?: ReactNode[];
  actionLabel: string;
  danger?: boolean;
  /** Shown in place of what will follow while the dry run has no input. */
  incomplete?: string;
  /** False while required input is missing. */
  ready?: boolean;
  /** Performs the action. The dialog shows an error and stays open. */
  onConfirm: (call: CallOptions) => Promise<unknown>;
  /** Called after the action succeeded. */
  onDone: () => void;
  /** The request that will be sent. */
  api?: ApiRequest;
  /** Paths of the inputs in `children`, which show their own refusals. */
  fields?: string[];
  children?: (errors: Record<string, string>) => ReactNode;
  /** Fields that come after the preview, such as a confirmation. */
  confirmation?: ReactNode;
};

/**
 * The dialog before an action: what will follow, the input, the request. Load it by `lazyPart` and render it
 * only while it is open, so that each opening has a new state.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { onClose, title, preview, consequences = [], actionLabel, danger, ready = true } = props;
  const { onConfirm, onDone, api, fields = [], children, confirmation, incomplete } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const idempotencyKey = useIdempotencyKey(api);
  const refused = problem && splitReasons(problem, (path) => fields.includes(path));

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm({ context: { idempotencyKey } });
      onDone();
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };

  return (
    <Dialog onClose={busy ? () => undefined : onClose} title={title} size="md">
      <form onSubmit={confirm}>
        <Stack gap="md">
          {problem && <ProblemAlert problem={problem} reasons={refused?.general} />}
          {children?.(refused?.byField ?? {})}
          {preview ? (
            <Consequences run={preview} lines={consequences} incomplete={incomplete} />
          ) : (
            <WhatFollows lines={consequences} />
          )}
          {confirmation}
          {api && <AsApiRequest request={api} idempotencyKey={idempotencyKey} />}
          <Group justify="flex-end">
            {/* Two buttons labelled Cancel would be ambiguous. */}
            <Button variant="default" onClick={onClose} disabled={busy}>
              {/^Cancel\b/.test(actionLabel) ? 'Keep it' : 'Cancel'}
            </Button>
            <Button type="submit" color={danger ? 'red' : undefined} disabled={!ready} loading={busy}>
              {actionLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
