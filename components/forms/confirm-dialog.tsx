'use client';

import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, splitReasons, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { type InputOf, type OutputOf, type ProcedureName, perform } from '@/components/trpc/operation.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { type Undo, useUndoable } from '@/components/trpc/use-undoable.tsx';
import { isRestWrite } from './api-request.ts';
import { AsApiRequest } from './as-api-request.tsx';
import { CancelButton } from './cancel-button.tsx';
import { Consequences } from './consequences.tsx';
import { Dialog } from './dialog.tsx';
import { ExistingRecord } from './existing-record.tsx';
import { FormActions } from './form-actions.tsx';
import { Refusal } from './refusal.tsx';
import { useIdempotencyKey } from './use-idempotency-key.ts';

type ConfirmDialogProps<N extends ProcedureName> = {
  title: string;
  /** By default the title. */
  actionLabel?: string;
  danger?: boolean;
  operation: N;
  /** Null while required input is missing. */
  input: InputOf<N> | null;
  /** What follows from an operation that has no dry run, each one line. */
  effects?: string[];
  /** Effects that the dry run does not contain, each one line. */
  lines?: string[];
  /** Shown in place of what will follow while there is no input. */
  incomplete?: string;
  /** The text to type first, such as the plan's name. */
  phrase?: string;
  /** Paths of the inputs in `children`, which show their own refusals. */
  fields?: string[];
  children?: (errors: Record<string, string>) => ReactNode;
  /** Called with the answer, before the page loads its data again. */
  onDone?: (answer: OutputOf<N>) => void;
  /** The notice after the operation, which closes the dialog. */
  done?: string | ((answer: OutputOf<N>) => string);
  /** What undoes the operation; null where nothing does. The notice then has a button for it. */
  undo?: Undo | ((answer: OutputOf<N>) => Undo | null);
  /** Shown in place of the dialog after the operation, such as a new secret. */
  result?: (answer: OutputOf<N>) => ReactNode;
  /** The page to open afterwards, where the operation deletes the resource of this one. */
  leaveTo?: string;
  onClose: () => void;
};

/**
 * The dialog before one operation: what will follow, the input, the request. Load it by `lazyPart` and render it only
 * while it is open, so that each opening has a new state.
 */
export function ConfirmDialog<N extends ProcedureName>(props: ConfirmDialogProps<N>) {
  const { title, actionLabel = title, danger, operation, input, effects, lines, incomplete, phrase } = props;
  const { fields = [], children, onDone, done, undo, result, leaveTo, onClose } = props;
  const utils = trpc.useUtils();
  const router = useRouter();
  const undoable = useUndoable();
  const preview = useDryRun(operation, effects ? null : input);
  const idempotencyKey = useIdempotencyKey(input);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [typed, setTyped] = useState('');
  const content = JSON.stringify(input);
  const [initialContent] = useState(content);
  const [answer, setAnswer] = useState<OutputOf<N> | null>(null);
  const refused = problem && splitReasons(problem, (path) => fields.includes(path));
  const isReady = input !== null && (phrase === undefined || typed.trim() === phrase.trim());

  const finish = (given: OutputOf<N>) => {
    onDone?.(given);
    // The queries of a deleted resource would be refused.
    void utils.invalidate(undefined, { refetchType: leaveTo ? 'none' : 'active' });
    if (leaveTo) router.push(leaveTo);
    if (done !== undefined) {
      const message = typeof done === 'function' ? done(given) : done;
      const inverse = typeof undo === 'function' ? undo(given) : undo;
      if (inverse) undoable(message, inverse);
      else notify({ color: 'green', message });
      onClose();
    } else setAnswer(given);
  };

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      finish(await perform(utils.client, { procedure: operation, input }, { context: { idempotencyKey } }));
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };

  if (answer !== null && result) return result(answer);
  return (
    <Dialog onClose={busy ? () => undefined : onClose} title={title} size="md">
      <UnsavedInput when={content !== initialContent && !busy} />
      <form onSubmit={confirm}>
        <Stack gap="md">
          {problem && (
            <Refusal of={problem}>
              <ProblemAlert problem={problem} reasons={refused?.general}>
                <ExistingRecord problem={problem} values={input} />
              </ProblemAlert>
            </Refusal>
          )}
          {children?.(refused?.byField ?? {})}
          {effects ? (
            <Effects lines={effects} />
          ) : (
            <Consequences run={preview} incomplete={incomplete} lines={lines} />
          )}
          {phrase !== undefined && <Phrase phrase={phrase} typed={typed} onType={setTyped} />}
          {input && isRestWrite(operation) && (
            <AsApiRequest request={{ procedure: operation, input }} idempotencyKey={idempotencyKey} />
          )}
          <FormActions>
            {/* Two buttons labelled Cancel would be ambiguous. */}
            <CancelButton onClick={onClose} disabled={busy}>
              {/^Cancel\b/.test(actionLabel) ? 'Keep it' : 'Cancel'}
            </CancelButton>
            <Button type="submit" color={danger ? 'red' : undefined} disabled={!isReady} loading={busy}>
              {actionLabel}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}

function Effects({ lines }: { lines: string[] }) {
  return (
    <section aria-label="What will follow">
      <Text size="sm" fw={500} mb={4}>
        What will follow
      </Text>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  );
}

type PhraseProps = { phrase: string; typed: string; onType: (typed: string) => void };

function Phrase({ phrase, typed, onType }: PhraseProps) {
  return (
    <TextInput
      data-autofocus
      label={
        <>
          Type <strong>{phrase}</strong> to confirm
        </>
      }
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
