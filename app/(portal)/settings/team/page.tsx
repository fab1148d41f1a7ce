import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { TeamPage } from './team-page.tsx';

export const metadata: Metadata = { title: 'Team' };

export default async function Page() {
  const caller = await portalCaller();
  return <TeamPage initial={await caller.team.get({})} />;
}
