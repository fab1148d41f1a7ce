import type { Metadata } from 'next';
import { found } from '../../../../found.ts';
import { portalCaller } from '../../../../session.ts';
import { CorrelationPage } from '../correlation-page.tsx';

export const metadata: Metadata = { title: 'Correlation' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await portalCaller();
  return <CorrelationPage correlation={await found(caller.correlation.get({ id }))} />;
}
