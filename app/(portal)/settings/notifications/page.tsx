import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { DigestForm } from './digest-form.tsx';

export const metadata: Metadata = { title: 'Notification settings' };

export default async function NotificationSettingsPage() {
  const caller = await portalCaller();
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Your own settings. The bell shows what needs your attention at any time."
      />
      <DigestForm initial={await caller.notification.digest({})} />
    </>
  );
}
