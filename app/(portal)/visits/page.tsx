import type { Metadata } from 'next';
import { found } from '../../found.ts';
import { portalCaller } from '../../session.ts';
import { readNow } from '../provider-now.ts';
import { VisitsPage } from './visits-page.tsx';

export const metadata: Metadata = { title: 'My visits' };

export default async function Page() {
  const caller = await portalCaller();
  const [visits, now] = await Promise.all([found(caller.visit.list({})), readNow()]);
  return <VisitsPage initial={visits} now={now} />;
}
