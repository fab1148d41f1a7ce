'use client';

import { Button, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { DeadEnd } from './dead-end.tsx';

export type BrokenPageProps = { error: Error & { digest?: string }; reset: () => void };

/** Replaces a page that failed, on the server, whose log has the digest, or in the browser. "Try again" loads it again from the server. */
export function BrokenPage({ error, reset }: BrokenPageProps) {
  const router = useRouter();
  const tryAgain = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <DeadEnd
      title="This page could not be shown"
      description={
        error.digest
          ? 'The failure has been logged. Nothing you saved before is lost.'
          : 'It failed in this browser. Nothing you saved before is lost.'
      }
    >
      <Button onClick={tryAgain} mt="sm">
        Try again
      </Button>
      {error.digest && (
        <Text size="sm" c="dimmed">
          Reference <span className="mono">{error.digest}</span>
        </Text>
      )}
    </DeadEnd>
  );
}
