'use client';

import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { useIdempotencyKey } from '@/components/forms/use-idempotency-key.ts';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import type { BulkTarget } from '@/components/table/bulk-action.ts';
import { BulkProgress } from '@/components/table/bulk-progress.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { type ApiProblem, splitReasons, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MessageChannel } from '@/server/contract/enums.ts';
import type { AnnouncementPreview, Audience } from '@/server/contract/portal/announcement.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { type EnteredTexts, noTexts, PageTextField, TextFields, textsOf } from './text-fields.tsx';

type AnnounceDialogProps = {
  /** One that announcements are made from. */
  list: ListDefinition['resource'];
  target: Omit<BulkTarget, 'total'>;
  /** Whom it reaches, where no selection shows it. */
  to?: ReactNode;
  /** Called once something was sent. */
  onDone: () => void;
  onClose: () => void;
};

type Kind = 'NOTICE' | 'OUTAGE';

/** A message to the people behind rows of a list: its texts, the preview, a test, and the progress of its job. */
export function AnnounceDialog({ list, target, to, onDone, onClose }: AnnounceDialogProps) {
  const [kind, setKind] = useState<Kind>(list === 'demarcation-points' ? 'OUTAGE' : 'NOTICE');
  const [texts, setTexts] = useState<EnteredTexts>(noTexts);
  const [pageText, setPageText] = useState('');
  const [preview, setPreview] = useState<{ of: string; found: AnnouncementPreview } | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const [busy, setBusy] = useState<'preview' | 'send' | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const { client } = trpc.useUtils();

  const { filter, ids } = target;
  const entered = textsOf(texts);
  const shown = kind === 'OUTAGE' && pageText.trim() !== '' && { pageText };
  const hasText = entered !== null && (Object.keys(entered).length > 0 || shown !== false);
  const input = hasText ? { list: list as Audience['list'], filter, ...(ids && { ids }), ...entered } : null;
  const content = JSON.stringify([kind, input, shown]);
  const found = preview?.of === content ? preview.found : null;
  const idempotencyKey = useIdempotencyKey(content);
  const refused = problem && splitReasons(problem, (path) => fields.includes(path));

  const run = async (name: 'preview' | 'send', work: () => Promise<void>) => {
    setBusy(name);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(toApiProblem(error));
      if (name === 'send') setPreview(null);
    }
    setBusy(null);
  };
  const showPreview = () =>
    run('preview', async () => {
      if (input) setPreview({ of: content, found: await client.announcement.preview.query(input) });
    });
  const send = () =>
    run('send', async () => {
      if (!input || !found) return;
      const request = { ...input, kind, ...shown, people: found.people };
      const announcement = await client.announcement.create.mutate(request, { context: { idempotencyKey } });
      if (announcement.job) return setJobId(announcement.job.id);
      notify({ color: 'green', message: 'The outage is announced.' });
      onDone();
      onClose();
    });
  if (jobId) {
    const close = () => {
      onDone();
      onClose();
    };
    return (
      <Dialog onClose={close} title="Message" size="lg">
        <BulkProgress jobId={jobId} onDone={onDone} onClose={close} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="Message" size="lg">
      <UnsavedInput when={(texts !== noTexts || pageText !== '') && busy === null} />
      <Stack gap="md">
        {to && <Text size="sm">{to}</Text>}
        <SegmentedControl
          aria-label="About"
          data={[
            { value: 'NOTICE', label: 'Notice' },
            { value: 'OUTAGE', label: 'Outage' },
          ]}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
        {problem && <ProblemAlert problem={problem} reasons={refused?.general} />}
        <TextFields texts={texts} onChange={setTexts} errors={refused?.byField ?? {}} />
        {kind === 'OUTAGE' && (
          <PageTextField value={pageText} onChange={setPageText} error={refused?.byField.pageText} />
        )}
        {input && <TestLine input={input} />}
        {found && <PreviewPanel preview={found} />}
        <FormActions>
          <CancelButton onClick={onClose}>Cancel</CancelButton>
          {found ? (
            <Button onClick={send} loading={busy === 'send'} disabled={found.people === 0}>
              Send to {found.people.toLocaleString('en')} {found.people === 1 ? 'person' : 'people'}
            </Button>
          ) : (
            <Button onClick={showPreview} loading={busy === 'preview'} disabled={!input}>
              Preview
            </Button>
          )}
        </FormActions>
      </Stack>
    </Dialog>
  );
}

const fields = ['sms', 'subject', 'email', 'pageText'];

type TestInput = { sms?: string; subject?: string; email?: string };

/** Sends the text to the person who writes it. */
function TestLine({ input: { sms, subject, email } }: { input: TestInput }) {
  const { user } = useSession();
  const { client } = trpc.useUtils();
  const [phone, setPhone] = useState('');
  const [busy, setBusy] = useState<MessageChannel | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const test = async (channel: MessageChannel) => {
    setBusy(channel);
    const text = channel === 'SMS' ? { sms, phone } : { subject, email };
    try {
      const { to } = await client.announcement.test.mutate({ channel, ...text });
      setAnswer(`The test is sent to ${to}.`);
    } catch (error) {
      setAnswer(toApiProblem(error).message);
    }
    setBusy(null);
  };
  return (
    <Stack gap={6}>
      <Group gap="xs" align="flex-end">
        {sms !== undefined && (
          <>
            <TextInput
              label="Test SMS to"
              placeholder="Your phone number"
              autoComplete="tel"
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={phone.trim() === ''}
              loading={busy === 'SMS'}
              onClick={() => test('SMS')}
            >
              Send test
            </Button>
          </>
        )}
        {email !== undefined && (
          // A phone is narrower than many addresses.
          <Button
            variant="default"
            h="auto"
            mih={36}
            maw="100%"
            styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
            loading={busy === 'EMAIL'}
            onClick={() => test('EMAIL')}
          >
            Test email to {user.email}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {answer}
      </Text>
    </Stack>
  );
}
