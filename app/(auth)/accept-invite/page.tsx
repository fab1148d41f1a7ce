import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { AcceptInvitationForm } from '@/components/shell/accept-invitation-form.tsx';
import { AuthDeadEnd } from '@/components/shell/auth-dead-end.tsx';
import { portalBridge } from '@/server/api/bridge.ts';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

type AcceptInvitePageProps = { searchParams: Promise<{ token?: string | string[] }> };

export default async function AcceptInvitePage({ searchParams }: AcceptInvitePageProps) {
  const { token } = await searchParams;
  const known = typeof token === 'string' ? token : '';
  const { invitation, signedInAs } = await portalBridge().invitation(known, await headers());
  if (!invitation) {
    return (
      <AuthDeadEnd title="This invitation no longer works">
        The link was used, replaced or withdrawn, or it has expired. Ask an owner of the organisation for a
        new one.
      </AuthDeadEnd>
    );
  }
  return <AcceptInvitationForm token={known} invitation={invitation} signedInAs={signedInAs} />;
}
