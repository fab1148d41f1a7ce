'use client';

import { BrokenPage, type BrokenPageProps } from '@/components/shell/broken-page.tsx';

export default function PortalError(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
