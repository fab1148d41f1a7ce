'use client';

import { CloseButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import Link from 'next/link';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookTrouble } from '@/server/contract/webhook.ts';
import classes from './webhook-troubles.module.css';

/** A notice above every page about webhooks that fail or were disabled, for staff who may change webhooks. */
export function WebhookTroubles() {
  const mayAct = useCan('developers:write');
  const { data = [] } = trpc.webhook.troubles.useQuery(undefined, { enabled: mayAct, staleTime: 60_000 });
  const [seen, setSeen] = useSessionStorage<string[]>({
    key: 'demarc-webhook-troubles-seen',
    defaultValue: [],
  });
  const shown = data.filter((trouble) => !seen.includes(keyOf(trouble)));
  if (shown.length === 0) return null;
  const [first] = shown;
  const isOff = shown.some(({ status }) => status === 'DISABLED');
  return (
    <aside className={classes.root} data-tone={isOff ? 'red' : 'yellow'} aria-label="Failing webhooks">
      <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
      <span className={classes.text}>
        {wordsFor(shown)}{' '}
        <Link
          href={shown.length === 1 ? `/developers/webhooks/${first?.id}` : '/developers/webhooks'}
          prefetch={false}
        >
          {shown.length === 1 ? 'Show webhook' : 'Show webhooks'}
        </Link>
      </span>
      <CloseButton
        size="sm"
        variant="transparent"
        c="inherit"
        aria-label="Hide until the next sign-in"
        onClick={() => setSeen([...seen, ...shown.map(keyOf)])}
      />
    </aside>
  );
}

/** A hidden notice appears again when the health gets worse. */
function keyOf({ id, status, warnings }: WebhookTrouble): string {
  return `${id} ${status} ${warnings}`;
}

function wordsFor(troubles: WebhookTrouble[]): string {
  const [only] = troubles;
  if (troubles.length > 1 || !only) return `${troubles.length} webhooks are failing.`;
  const host = URL.canParse(only.url) ? new URL(only.url).host : only.url;
  if (only.disabledReason === 'GONE') return `The webhook to ${host} is disabled: it answered 410 Gone.`;
  if (only.status === 'DISABLED')
    return `The webhook to ${host} is disabled: all deliveries failed for five days.`;
  return only.warnings >= 2
    ? `The webhook to ${host} will be disabled soon: all deliveries have failed for four and a half days.`
    : `All deliveries to ${host} have failed for two and a half days.`;
}
