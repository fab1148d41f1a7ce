'use client';

import { useRouter } from 'next/navigation';

/** Opens a page. Where a form has unsaved input, the browser asks first, as it does for any other way out. */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  return (href) => {
    const isGuarded = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    if (isGuarded) window.location.assign(href);
    else router.push(href);
  };
}
