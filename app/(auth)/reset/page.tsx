import type { Metadata } from 'next';
import { ResetForm } from '@/components/shell/reset-form.tsx';

export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer' };

type ResetPageProps = { searchParams: Promise<{ token?: string | string[] }> };

export default async function ResetPage({ searchParams }: ResetPageProps) {
  const { token } = await searchParams;
  return <ResetForm token={typeof token === 'string' ? token : ''} />;
}
