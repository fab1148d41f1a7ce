import { Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { RequiredSetUp } from '@/components/shell/required-set-up.tsx';
import { pageOfStep, portalSession } from '../../session.ts';

export const metadata: Metadata = { title: 'Set up a second factor' };

export default async function SetUpSecondFactorPage() {
  const session = await portalSession();
  if (!session) redirect(`/login?next=${pageOfStep.setUpSecondFactor}`);
  if (session.requiredStep !== 'setUpSecondFactor') redirect('/');
  return (
    <Stack gap="md">
      <Title order={1}>Set up a second factor</Title>
      <Text size="sm" c="dimmed">
        Your organisation requires one: after your password you enter a code of an app on your phone.
      </Text>
      <RequiredSetUp email={session.user.email} />
    </Stack>
  );
}
