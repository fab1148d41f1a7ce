'use client';

import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ComponentType, ReactNode } from 'react';
import { trpc } from '@/components/trpc/client.ts';

// `withTRPC` is typed for the pages directory and declares no properties. It passes them all on.
const TrpcRoot = trpc.withTRPC(({ children }: { children: ReactNode }) => children) as ComponentType<{
  children: ReactNode;
}>;

/** What the pages behind the sign-in need: the client of the API and the state in the URL. */
export function PortalProviders({ children }: { children: ReactNode }) {
  return (
    <NuqsAdapter>
      <TrpcRoot>{children}</TrpcRoot>
    </NuqsAdapter>
  );
}
