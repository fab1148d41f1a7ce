import type { Metadata } from 'next';
import { portalCaller } from '../../session.ts';
import { HomePage } from './home-page.tsx';

export const metadata: Metadata = { title: 'Home' };

export default async function Home() {
  const caller = await portalCaller();
  const [figures, today] = await Promise.all([caller.home.figures({}), caller.home.today({})]);
  return <HomePage initial={figures} today={today} />;
}
