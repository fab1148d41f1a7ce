'use client';

import { BrokenPage, type BrokenPageProps } from '@/components/shell/broken-page.tsx';

export default function RootError(props: BrokenPageProps) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}
