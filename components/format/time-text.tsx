'use client';

import { useSession } from '@/components/shell/session-context.tsx';
import { formatTime, type TimeDetail } from '@/server/contract/texts/format-time.ts';

type TimeTextProps = {
  /** ISO 8601 in UTC, as the API writes it. */
  value: string | null | undefined;
  detail?: TimeDetail;
  /** Shown where there is no time. */
  empty?: string;
};

/** An instant in the provider's zone. The tooltip has it in UTC, to the millisecond. */
export function TimeText({ value, detail = 'minute', empty = '–' }: TimeTextProps) {
  const { provider } = useSession();
  if (!value) return <span data-empty={empty === '–' || undefined}>{empty}</span>;
  return (
    <time
      dateTime={value}
      title={`${value.replace('T', ' ').replace('Z', '')} UTC`}
      className="tabular"
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatTime(value, provider.timeZone, detail)}
    </time>
  );
}
