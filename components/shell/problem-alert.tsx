'use client';

import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiProblem, RejectionReason } from '@/components/trpc/api-problem.ts';
import { CorrelationId } from '../format/correlation-id.tsx';

type ProblemAlertProps = {
  problem: ApiProblem;
  title?: string;
  /** Reasons to list beneath; by default those that add something to the message. */
  reasons?: RejectionReason[];
  onRetry?: () => void;
  /** What helps to resolve it. */
  children?: ReactNode;
};

/** An error of the API, with the correlation id for support. */
export function ProblemAlert({ problem, title, reasons, onRetry, children }: ProblemAlertProps) {
  const further = (reasons ?? problem.reasons).filter(
    (reason) => reason.message && reason.message !== problem.message,
  );
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title ?? problem.message}
    >
      <Stack gap={6}>
        {title && <Text size="sm">{problem.message}</Text>}
        {further.length > 0 && (
          <List size="sm" spacing={2}>
            {further.map((reason) => (
              <List.Item key={`${reason.field} ${reason.code}`}>
                {reason.field !== '_' && (
                  <>
                    <span className="mono">{reason.field}</span>:{' '}
                  </>
                )}
                {reason.message}
              </List.Item>
            ))}
          </List>
        )}
        {children}
        {problem.status === 409 && <Text size="sm">The page now shows the current state.</Text>}
        <Group gap="md">
          {problem.errorCode && <span className="mono">{problem.errorCode}</span>}
          {problem.correlationId && (
            <Group gap={4}>
              <Text size="sm">Correlation ID</Text>
              <CorrelationId id={problem.correlationId} inNewTab />
            </Group>
          )}
          {problem.status === 401 && (
            <Text component="a" size="sm" href="/login" target="_blank" td="underline" c="inherit">
              Sign in again in a new tab
            </Text>
          )}
          {onRetry && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
