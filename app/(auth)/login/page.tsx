import type { Metadata } from 'next';
import { LoginForm } from '@/components/shell/login-form.tsx';
import { safePath } from '@/components/shell/safe-path.ts';

export const metadata: Metadata = { title: 'Sign in' };

type LoginPageProps = { searchParams: Promise<{ next?: string | string[] }> };

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { next } = await searchParams;
  return <LoginForm next={safePath(next)} />;
}
