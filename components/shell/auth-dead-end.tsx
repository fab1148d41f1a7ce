import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from '../format/text-link.tsx';

/** A page around sign-in that leads nowhere else, such as a link that no longer works. */
export function AuthDeadEnd({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="md">
      <Title order={1}>{title}</Title>
      <Text>{children}</Text>
      <TextLink href="/login">Sign in</TextLink>
    </Stack>
  );
}
