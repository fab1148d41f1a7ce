'use client';

import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ProblemAlert } from '@/components/data/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import { AsApiRequest } from './as-api-request.tsx';
import type { ApiRequest } from './curl-command.ts';

type ConfirmByTypingProps = {
  onClose: () => void;
  title: string;
  /** What has to be typed, for instance the plan's name; the API gets it as `confirm`. */
  phrase: string;
  /** What will follow: dates, money, events. Each one line. */
  consequences: ReactNode[];
  actionLabel: string;
  /** Does it; what it throws is shown here and the dialog stays. */
  onConfirm: (typed: string, call: CallOptions) => Promise<unknown>;
  /** Called when it is done. */
  onDone: () => void;
  api?: (typed: string) => ApiRequest;
};

/** The dialog before anything dangerous. Render it while it is wanted: it starts afresh each time. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { onClose, title, phrase, consequences, actionLabel, onConfirm, onDone, api } = props;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const matches = typed.trim() === phrase.trim();

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!matches || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(typed.trim(), { context: { idempotencyKey } });
      onDone();
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };

  return (
    <Modal opened onClose={busy ? () => undefined : onClose} title={title} size="md">
      <form onSubmit={confirm}>
        <Stack gap="md">
          {problem && <ProblemAlert problem={problem} />}
          <div>
            <Text size="sm" fw={500} mb={4}>
              What will follow
            </Text>
            <List size="sm" spacing={4}>
              {consequences.map((consequence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of lines
                <List.Item key={index}>{consequence}</List.Item>
              ))}
            </List>
          </div>
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
          {api && <AsApiRequest request={api(typed.trim() || phrase)} idempotencyKey={idempotencyKey} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!matches} loading={busy}>
              {actionLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
