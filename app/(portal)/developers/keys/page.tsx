import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { KeysPage } from './keys-page.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default async function Page() {
  const caller = await portalCaller();
  return <KeysPage initial={await caller.accessCredential.list()} />;
}
