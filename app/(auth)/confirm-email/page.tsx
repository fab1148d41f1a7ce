import type { Metadata } from 'next';
import { ConfirmEmailForm } from '@/components/shell/confirm-email-form.tsx';

export const metadata: Metadata = { title: 'Confirm the email address', referrer: 'no-referrer' };

type ConfirmEmailPageProps = { searchParams: Promise<{ token?: string | string[] }> };

export default async function ConfirmEmailPage({ searchParams }: ConfirmEmailPageProps) {
  const { token } = await searchParams;
  return <ConfirmEmailForm token={typeof token === 'string' ? token : ''} />;
}
