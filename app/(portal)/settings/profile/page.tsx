import type { Metadata } from 'next';
import { portalBridge } from '@/server/api/bridge.ts';
import { portalCaller } from '../../../session.ts';
import { ProfilePage } from './profile-page.tsx';

export const metadata: Metadata = { title: 'Profile' };

export default async function Page() {
  const caller = await portalCaller();
  const [profile, sessions] = await Promise.all([caller.profile.get({}), caller.profile.sessions({})]);
  return <ProfilePage profile={profile} sessions={sessions} sendsEmails={portalBridge().sendsEmails()} />;
}
