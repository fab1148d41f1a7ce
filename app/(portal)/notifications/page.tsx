import type { Metadata } from 'next';
import { portalCaller } from '../../session.ts';
import { NotificationsPage } from './notifications-page.tsx';

export const metadata: Metadata = { title: 'Notifications' };

export default async function Page() {
  const caller = await portalCaller();
  return <NotificationsPage initial={await caller.notification.list({})} />;
}
