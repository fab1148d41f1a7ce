import { TimeText } from '@/components/format/time-text.tsx';
import type { BillingCycleSnapshot } from '@/server/contract/billing-cycle.ts';
import classes from './cycle-bar.module.css';

type CycleBarProps = {
  cycle: Pick<BillingCycleSnapshot, 'startsAt' | 'expiresAt' | 'graceEndsAt'>;
  /** The provider's time, ISO 8601 UTC. */
  now: string;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A cycle from its start to the end of its grace, with a mark for today. */
export function CycleBar({ cycle, now }: CycleBarProps) {
  const [start, end, grace, today] = [cycle.startsAt, cycle.expiresAt, cycle.graceEndsAt, now].map(
    Date.parse,
  ) as [number, number, number, number];
  const at = (instant: number) =>
    `${Math.min(100, Math.max(0, ((instant - start) / (grace - start)) * 100))}%`;
  const marks = [
    { label: 'Start', at: cycle.startsAt },
    { label: 'Today', at: now },
    { label: 'End', at: cycle.expiresAt },
    { label: 'Grace period ends', at: cycle.graceEndsAt },
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <div>
      <p className={classes.text}>{progressText(start, end, grace, today)}</p>
      <div className={classes.bar} aria-hidden>
        <div className={classes.paid} style={{ width: at(end) }} />
        <div className={classes.elapsed} style={{ width: at(Math.min(today, end)) }} />
        <div className={classes.today} style={{ left: at(today) }} />
      </div>
      <dl className={classes.marks}>
        {marks.map(({ label, at: instant }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <TimeText value={instant} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function progressText(start: number, end: number, grace: number, today: number): string {
  const length = Math.round((end - start) / dayMs);
  if (today < end)
    return `Day ${Math.floor((today - start) / dayMs) + 1} of ${length}; ${lengthOf(end - today)} left.`;
  if (today < grace) return `The cycle is over. ${lengthOf(grace - today)} left in the grace period.`;
  return `The cycle and its grace period are over.`;
}

/** Whole days, or hours for less than one day. */
function lengthOf(ms: number): string {
  const [count, unit] = ms >= dayMs ? [Math.floor(ms / dayMs), 'day'] : [Math.ceil(ms / hourMs), 'hour'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
