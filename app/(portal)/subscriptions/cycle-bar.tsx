import { TimeText } from '@/components/data/time-text.tsx';
import type { BillingCycleSnapshot } from '@/server/contract/billing-cycle.ts';
import classes from './cycle-bar.module.css';

type CycleBarProps = {
  cycle: Pick<BillingCycleSnapshot, 'startsAt' | 'expiresAt' | 'graceEndsAt'>;
  /** The provider's time, ISO 8601 UTC. */
  now: string;
};

const dayMs = 86_400_000;

/** A cycle from its start over its end to the end of its grace, and where today stands in it. */
export function CycleBar({ cycle, now }: CycleBarProps) {
  const [start, end, grace, today] = [cycle.startsAt, cycle.expiresAt, cycle.graceEndsAt, now].map(
    Date.parse,
  ) as [number, number, number, number];
  const at = (instant: number) =>
    `${Math.min(100, Math.max(0, ((instant - start) / (grace - start)) * 100))}%`;
  return (
    <div>
      <p className={classes.words}>{inWords(start, end, grace, today)}</p>
      <div className={classes.bar} aria-hidden>
        <div className={classes.paid} style={{ width: at(end) }} />
        <div className={classes.gone} style={{ width: at(Math.min(today, end)) }} />
        <div className={classes.today} style={{ left: at(today) }} />
      </div>
      <dl className={classes.marks}>
        <Mark label="Start" at={cycle.startsAt} />
        <Mark label="Today" at={now} />
        <Mark label="End" at={cycle.expiresAt} />
        <Mark label="Grace ends" at={cycle.graceEndsAt} />
      </dl>
    </div>
  );
}

function Mark({ label, at }: { label: string; at: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <TimeText value={at} />
      </dd>
    </div>
  );
}

function inWords(start: number, end: number, grace: number, today: number): string {
  const length = Math.round((end - start) / dayMs);
  const days = (ms: number) => {
    const whole = Math.ceil(ms / dayMs);
    return whole === 1 ? '1 day' : `${whole} days`;
  };
  if (today < end)
    return `Day ${Math.floor((today - start) / dayMs) + 1} of ${length}; ${days(end - today)} left.`;
  if (today < grace) return `Its ${length} days are over; ${days(grace - today)} of grace left.`;
  return `Its ${length} days and their grace are over.`;
}
