import type { ReactNode } from 'react';
import type { Tone } from '@/components/theme/colors.ts';
import { capitalized } from './capitalized.ts';
import classes from './status-badge.module.css';

/** The tone of each status: green is in service or complete, yellow waits, red needs attention, gray has ended. */
const toneOfStatus: Record<string, Tone> = {
  active: 'green',
  available: 'green',
  connected: 'green',
  online: 'green',
  throttled: 'yellow',
  enabled: 'green',
  completed: 'green',
  paid: 'green',
  matched: 'green',
  succeeded: 'green',
  delivered: 'green',
  sent: 'green',
  activated: 'green',
  processed: 'green',
  pending: 'yellow',
  unmatched: 'yellow',
  processing: 'blue',
  queued: 'blue',
  scheduled: 'blue',
  open: 'blue',
  pending_payment: 'yellow',
  awaiting_installation: 'blue',
  awaiting_payment_for_upgrade: 'violet',
  suspended: 'red',
  overdue: 'red',
  failed: 'red',
  inactive: 'red',
  expired: 'gray',
  disabled: 'yellow',
  retired: 'gray',
  closed: 'gray',
  void: 'gray',
  waived: 'gray',
  refunded: 'gray',
  ignored: 'gray',
  terminated: 'gray',
  cancelled: 'gray',
  migrated_out: 'gray',
  abandoned: 'gray',
  archived: 'gray',
  deleted: 'gray',
};

type StatusBadgeProps = {
  /** As the API writes it, `ACTIVE` or `active`. */
  status: string;
  /** The reason, shown beside the status: a code such as `inactiveReason`, or free text. */
  reason?: string | null;
  /** The label, where it differs from the status. */
  label?: ReactNode;
  tone?: Tone;
};

/** A status as text. The colour of the dot adds no information. */
export function StatusBadge({ status, reason, label, tone }: StatusBadgeProps) {
  const resolved = tone ?? toneOfStatus[status.toLowerCase()] ?? 'gray';
  const name = label ?? humanize(status);
  const why = reason && humanize(reason) !== humanize(status) && readable(reason);
  // A narrow column cuts the end of a badge.
  const whole = why && typeof name === 'string' ? `${name} · ${why}` : undefined;
  return (
    <span className={classes.root} title={whole} data-tone={resolved} data-status={status}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.text}>
        {name}
        {why && <span className={classes.reason}> · {why}</span>}
      </span>
    </span>
  );
}

/** A reason as people read it: a code in words, and free text unchanged. */
function readable(reason: string): string {
  return /^[A-Z0-9_]+$/.test(reason) ? humanize(reason) : reason;
}

/** `AWAITING_PAYMENT_FOR_UPGRADE` and `suspended` as readable text. */
export function humanize(code: string): string {
  return capitalized(code.replaceAll('_', ' ').toLowerCase());
}
