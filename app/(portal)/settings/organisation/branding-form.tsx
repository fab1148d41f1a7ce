'use client';

import { Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Logo } from '@/server/contract/portal/organisation.ts';

/** The longest file, in bytes; the contract has the same. */
const MAX_BYTES = 512 * 1024;

/** The logo on invoices and the pages of customers. */
export function BrandingForm({ initial }: { initial: Logo }) {
  const utils = trpc.useUtils();
  const mayWrite = useCan('settings:write');
  const { data: logo } = trpc.organisation.logo.useQuery({}, { initialData: initial });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | string | null>(null);

  const run = async (call: () => Promise<Logo>, message: string) => {
    setBusy(true);
    setProblem(null);
    try {
      utils.organisation.logo.setData({}, await call());
      notify({ color: 'green', message });
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };
  const upload = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem('The file has more than 512 KB.');
    const image = await base64Of(file);
    await run(() => utils.client.organisation.setLogo.mutate({ image }), 'The logo is saved.');
  };
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          Logo
        </Title>
        <Text size="sm" c="dimmed">
          On invoices and on the pages of customers. A PNG or JPEG of at most 512 KB.
        </Text>
        {typeof problem === 'string' && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        {problem !== null && typeof problem !== 'string' && <ProblemAlert problem={problem} />}
        {logo.url ? (
          // biome-ignore lint/performance/noImgElement: a data URL needs no optimisation
          <img
            src={logo.url}
            alt="Logo"
            width={(logo.width ?? 0) / 2}
            height={(logo.height ?? 0) / 2}
            style={{ background: '#fff', borderRadius: 6, maxWidth: '100%', height: 'auto' }}
          />
        ) : (
          <Text size="sm">No logo yet.</Text>
        )}
        {mayWrite && (
          <Group gap="xs">
            <FileButton accept="image/png,image/jpeg" onChange={upload}>
              {(props) => (
                <Button {...props} variant="default" loading={busy}>
                  {logo.url ? 'Replace logo' : 'Choose logo'}
                </Button>
              )}
            </FileButton>
            {logo.url && (
              <Button
                variant="subtle"
                color="red"
                disabled={busy}
                onClick={() =>
                  run(() => utils.client.organisation.removeLogo.mutate({}), 'The logo is removed.')
                }
              >
                Remove logo
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
