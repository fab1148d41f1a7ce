'use client';

import { Button, Center, Stack, Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

type DeadEndProps = {
  title: string;
  description: ReactNode;
  action?: { label: string; href: string };
  children?: ReactNode;
};

/** A page without content: not found, or failed. */
export function DeadEnd({ title, description, action, children }: DeadEndProps) {
  return (
    <Center mih="60vh" p="xl">
      <Stack align="center" gap="sm" maw={460} ta="center">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{description}</Text>
        {action && (
          <Button
            renderRoot={(props) => <Link {...props} href={action.href} prefetch={false} />}
            variant="default"
            mt="sm"
          >
            {action.label}
          </Button>
        )}
        {children}
      </Stack>
    </Center>
  );
}
