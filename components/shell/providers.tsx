'use client';

import { MantineProvider } from '@mantine/core';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ComponentType, ReactNode } from 'react';
import { cssVariablesResolver, theme } from '@/components/theme/theme.ts';
import { trpc } from '@/components/trpc/client.ts';
import { NoticeHost } from './notice-host.tsx';

// `withTRPC` is typed for the pages directory and declares no properties. It passes them all on.
const TrpcRoot = trpc.withTRPC(({ children }: { children: ReactNode }) => children) as ComponentType<{
  children: ReactNode;
}>;

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <NuqsAdapter>
        <TrpcRoot>{children}</TrpcRoot>
      </NuqsAdapter>
      <NoticeHost />
    </MantineProvider>
  );
}
