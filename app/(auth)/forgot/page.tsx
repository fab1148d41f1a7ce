import type { Metadata } from 'next';
import { AuthDeadEnd } from '@/components/shell/auth-dead-end.tsx';
import { ForgotForm } from '@/components/shell/forgot-form.tsx';
import { portalBridge } from '@/server/api/bridge.ts';

export const metadata: Metadata = { title: 'Forgotten password' };
/** Whether emails are sent is known at run time only. */
export const dynamic = 'force-dynamic';

export default function ForgotPage() {
  if (portalBridge().sendsEmails()) return <ForgotForm />;
  return (
    <AuthDeadEnd title="Forgotten password">
      This installation sends no emails, so a password cannot be reset here. Ask the person who operates it.
    </AuthDeadEnd>
  );
}
