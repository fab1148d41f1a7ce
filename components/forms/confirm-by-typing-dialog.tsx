'use client';

import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import type { DryRunState } from '@/components/trpc/use-dry-run.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { ApiRequest } from './curl-command.ts';

export type ConfirmByTypingProps = {
  onClose: () => void;
  title: string;
  /** The text to type, such as the plan's name. The API gets it as `confirm`. */
  phrase: string;
  /** The dry run of the action: what will follow, or why it would be refused. */
  preview?: DryRunState;
  /** What will follow beyond the dry run, or without one. Each one line. */
  consequences?: ReactNode[];
  actionLabel: string;
  /** Performs the action. The dialog shows an error and stays open. */
  onConfirm: (typed: string, call: CallOptions) => Promise<unknown>;
  /** Called after the action succeeded. */
  onDone: () => void;
  api?: (typed: string) => ApiRequest;
};

/** The dialog behind `<ConfirmByTyping>`, which loads it. */
export function ConfirmByTypingDialog({ phrase, onConfirm, api, ...rest }: ConfirmByTypingProps) {
  const [typed, setTyped] = useState('');
  return (
    <ActionDialog
      {...rest}
      danger
      ready={typed.trim() === phrase.trim()}
      onConfirm={(call) => onConfirm(typed.trim(), call)}
      api={api?.(phrase)}
      confirmation={
        <TextInput
          data-autofocus
          label={
            <>
              Type <strong>{phrase}</strong> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      }
    />
  );
}
