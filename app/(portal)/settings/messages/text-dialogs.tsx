'use client';

import { Button, Code, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { languageLabels } from '@/components/format/language-labels.ts';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { FilledText, MessageTextSnapshot } from '@/server/contract/portal/message-text.ts';
import { channelLabels, emailKindLabels } from '../../emails/labels.ts';

type DialogProps = { text: MessageTextSnapshot; onClose: () => void };

/** The dialogs of a text, loaded when one is opened. */
export function TextDialogs({ name, ...props }: DialogProps & { name: 'save' | 'reset' }) {
  return name === 'save' ? <SaveDialog {...props} /> : <ResetDialog {...props} />;
}

const nameOf = ({ kind, channel, language }: MessageTextSnapshot) =>
  `${emailKindLabels[kind]}, ${channelLabels[channel]}, ${languageLabels[language]}`;

function SaveDialog({ text, onClose }: DialogProps) {
  const { kind, channel, language, variables } = text;
  const [subject, setSubject] = useState(text.subject ?? '');
  const [body, setBody] = useState(text.body);
  const key = { kind, channel, language };
  const input = { ...key, body, ...(channel === 'EMAIL' && { subject }) };
  return (
    <ConfirmDialog
      title={nameOf(text)}
      actionLabel="Save"
      operation="messageSettings.saveText"
      input={body.trim() === '' ? null : input}
      effects={['Messages from now on have this text. Those that were sent keep theirs.']}
      done="The text is saved."
      onClose={onClose}
      fields={['subject', 'body']}
    >
      {(errors) => (
        <Stack>
          {channel === 'EMAIL' && (
            <TextInput
              label="Subject"
              required
              autoComplete="off"
              value={subject}
              error={errors.subject}
              onChange={(event) => setSubject(event.currentTarget.value)}
            />
          )}
          <Textarea
            label="Text"
            description={channel === 'EMAIL' ? 'A blank line begins a new paragraph' : undefined}
            required
            autosize
            minRows={channel === 'EMAIL' ? 8 : 4}
            value={body}
            error={errors.body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            Variables:{' '}
            {variables.map((name) => (
              <Code key={name} mr={6}>{`{{ ${name} }}`}</Code>
            ))}
          </Text>
          <Preview input={input} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}

/** Fills the text with the facts of the newest message of its kind. */
function Preview({ input }: { input: Parameters<typeof trpc.messageSettings.previewText.useQuery>[0] }) {
  const { client } = trpc.useUtils();
  const [filled, setFilled] = useState<FilledText | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const show = async () => {
    setFilled(null);
    setProblem(null);
    try {
      if (typeof input === 'object') setFilled(await client.messageSettings.previewText.query(input));
    } catch (error) {
      setProblem(toApiProblem(error));
    }
  };
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" size="compact-sm" onClick={show}>
          Preview
        </Button>
        {filled && (
          <Text size="sm" c="dimmed" role="status">
            {filled.readerName ? `As ${filled.readerName} reads it` : 'With example data'}
            {filled.parts !== null &&
              ` · ${filled.parts} ${filled.parts === 1 ? 'part' : 'parts'}, ${filled.encoding}`}
          </Text>
        )}
      </Group>
      {problem && <ProblemAlert problem={problem} />}
      {filled && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
          {filled.subject ? `${filled.subject}\n\n${filled.body}` : filled.body}
        </Text>
      )}
    </Stack>
  );
}

function ResetDialog({ text, onClose }: DialogProps) {
  const { kind, channel, language } = text;
  return (
    <ConfirmDialog
      title={`Reset ${nameOf(text)}`}
      actionLabel="Reset"
      operation="messageSettings.resetText"
      input={{ kind, channel, language }}
      effects={['Messages from now on have the text that ships with Demarc.']}
      done="The text is reset."
      onClose={onClose}
    />
  );
}
