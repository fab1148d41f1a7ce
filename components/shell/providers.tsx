'use client';

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ComponentType, ReactNode } from 'react';
import { cssVariablesResolver, theme } from '@/components/theme/theme.ts';
import { trpc } from '@/components/trpc/client.ts';

// `withTRPC` is typed for the pages directory, where a component has no children of its own.
const TrpcRoot = trpc.withTRPC(
  ({ children }: { children?: ReactNode }) => children,
) as unknown as ComponentType<{
  children: ReactNode;
}>;

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <NuqsAdapter>
        <TrpcRoot>{children}</TrpcRoot>
      </NuqsAdapter>
      <Notifications position="bottom-right" autoClose={5000} />
    </MantineProvider>
  );
}
