'use client';

import { useRouter } from 'next/navigation';
import { leavePage } from './unsaved-input.ts';

/** Opens a page. Unsaved input is asked about first. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return (href) => leavePage(() => router.push(href));
}
