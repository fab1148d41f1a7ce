'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { notify } from '@/components/shell/notify.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NotificationDigest } from '@/server/contract/portal/notification.ts';

/** The choice of the daily email. It is saved at once. */
export function DigestForm({ initial }: { initial: NotificationDigest }) {
  const { user, provider } = useSession();
  const utils = trpc.useUtils();
  const { data } = trpc.notification.digest.useQuery({}, { initialData: initial });
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const account = provider.livemode ? provider.name : `the sandbox of ${provider.name}`;

  async function choose(isDaily: boolean) {
    setProblem(null);
    try {
      utils.notification.digest.setData({}, await utils.client.notification.setDigest.mutate({ isDaily }));
      notify({
        color: 'green',
        message: isDaily ? 'You get a daily email.' : 'You get no emails about notifications.',
      });
    } catch (error) {
      setProblem(toApiProblem(error));
    }
  }

  return (
    <Panel title="Email">
      <Radio.Group
        label={`Email about ${account}`}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        description={`To ${user.email}. It has what you have not read, and is not sent when there is nothing.`}
        value={data.isDaily ? 'daily' : 'off'}
        onChange={(value) => void choose(value === 'daily')}
      >
        <Stack gap="sm" mt="sm">
          <Radio value="off" label="Off" />
          <Radio
            value="daily"
            label="Daily"
            description={`At 08:00, ${provider.timeZone}.${provider.livemode ? '' : ' A sandbox sends no emails: you can read them under Messages.'}`}
          />
        </Stack>
      </Radio.Group>
      {problem && <ProblemAlert problem={problem} />}
    </Panel>
  );
}
