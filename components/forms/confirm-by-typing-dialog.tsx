'use client';

import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemAlert } from '@/components/data/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { AsApiRequest } from './as-api-request.tsx';
import type { ConfirmByTypingProps } from './confirm-by-typing.tsx';

/** The dialog behind `<ConfirmByTyping>`, which loads it. */
export function ConfirmByTypingDialog(props: ConfirmByTypingProps) {
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
