import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { PortalShell } from '@/components/shell/portal-shell.tsx';
import { CHANGE_PASSWORD_PAGE, portalSession } from '../session.ts';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await portalSession();
  if (!session) {
    const path = (await headers()).get('x-path') ?? '/';
    redirect(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
  }
  if (session.mustChangePassword) redirect(CHANGE_PASSWORD_PAGE);
  return <PortalShell session={session}>{children}</PortalShell>;
}
