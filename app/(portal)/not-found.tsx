import type { Metadata } from 'next';
import { DeadEnd } from '@/components/shell/dead-end.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <DeadEnd
      title="There is nothing here"
      description="The address is wrong, or the page belongs to another provider or was deleted."
      action={{ label: 'Back to the portal', href: '/' }}
    />
  );
}
