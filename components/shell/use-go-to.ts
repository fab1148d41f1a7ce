'use client';

import { useRouter } from 'next/navigation';
import { leavePage } from './unsaved-input.ts';

/** Opens a page. Where input is not saved, a question comes first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return (href) => leavePage(() => router.push(href));
}
