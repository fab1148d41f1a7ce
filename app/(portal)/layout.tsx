import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { PortalProviders } from '@/components/shell/portal-providers.tsx';
import { PortalShell } from '@/components/shell/portal-shell.tsx';
import { pageOfStep, portalSession } from '../session.ts';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await portalSession();
  if (!session) {
    const path = (await headers()).get('x-path') ?? '/';
    redirect(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
  }
  if (session.requiredStep) redirect(pageOfStep[session.requiredStep]);
  return (
    <PortalProviders>
      <PortalShell session={session}>{children}</PortalShell>
    </PortalProviders>
  );
}
