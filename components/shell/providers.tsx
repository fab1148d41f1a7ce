'use client';

import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '@/components/theme/theme.ts';
import { NoticeHost } from './notice-host.tsx';

/** What every page needs. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      <NoticeHost />
    </MantineProvider>
  );
}
