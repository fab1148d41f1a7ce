import type { Metadata } from 'next';
import { portalCaller, portalSession } from '../../../session.ts';
import { ClockPage } from './clock-page.tsx';
import { LiveClock } from './live-clock.tsx';

export const metadata: Metadata = { title: 'Test clock' };

export default async function TestClockPage() {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  if (session?.provider.livemode !== false) return <LiveClock />;
  const [clock, outlook, advances] = await Promise.all([
    caller.testClock.get({}),
    caller.testClock.outlook({}),
    caller.testClock.advances({}),
  ]);
  return <ClockPage initial={{ clock, outlook, advances }} />;
}
