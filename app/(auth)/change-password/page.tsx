import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ChangePasswordForm } from '@/components/shell/change-password-form.tsx';
import { pageOfStep, portalSession } from '../../session.ts';

export const metadata: Metadata = { title: 'Change password' };

export default async function ChangePasswordPage() {
  const session = await portalSession();
  if (!session) redirect(`/login?next=${pageOfStep.changePassword}`);
  return (
    <ChangePasswordForm
      email={session.user.email}
      isRequired={session.requiredStep === 'changePassword'}
      hasSecondFactor={session.user.hasSecondFactor}
    />
  );
}
