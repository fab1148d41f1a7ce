import type { Metadata } from 'next';
import { safePath } from '@/components/shell/safe-path.ts';
import { TwoFactorForm } from '@/components/shell/two-factor-form.tsx';

export const metadata: Metadata = { title: 'Second factor' };

type TwoFactorPageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function TwoFactorPage({ searchParams }: TwoFactorPageProps) {
  const { next } = await searchParams;
  return <TwoFactorForm next={safePath(next)} />;
}
