import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { PortalProviders } from '@/components/shell/portal-providers.tsx';
import { PortalShell } from '@/components/shell/portal-shell.tsx';
import { may } from '@/server/contract/roles.ts';
import { pageOfStep, portalSession } from '../session.ts';

/** The pages of those who may not read what others read. */
const OWN_PAGES = /^\/(visits|settings\/profile)([/?]|$)/;

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await portalSession();
  const path = (await headers()).get('x-path') ?? '/';
  if (!session) redirect(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
  if (session.requiredStep) redirect(pageOfStep[session.requiredStep]);
  if (!may(session, 'read') && !OWN_PAGES.test(path)) redirect('/visits');
  return (
    <PortalProviders>
      <PortalShell session={session}>{children}</PortalShell>
    </PortalProviders>
  );
}
