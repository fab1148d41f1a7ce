'use client';

import Link from 'next/link';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import { wallTime } from '@/server/contract/zoned-time.ts';
import classes from './calendar.module.css';
import { type CalendarMode, nameOf, weekdayOf } from './calendar-days.ts';
import { kindNames, urgencyOf } from './labels.ts';
import type { NamedInstallation } from './named-installation.ts';

/** The appointments that fit into a day of the month view. */
const PER_DAY = 4;

type CalendarGridProps = {
  mode: CalendarMode;
  days: string[];
  /** `YYYY-MM`; other months' days are dimmed. */
  month: string | null;
  today: string;
  now: string;
  byDay: Map<string, NamedInstallation[]>;
  isFetching: boolean;
  weekHref: (day: string) => string;
};

/** Days as cells, one row a week. A phone shows a list of the days with appointments. */
export function CalendarGrid(props: CalendarGridProps) {
  const { mode, days, month, today, now, byDay, isFetching, weekHref } = props;
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  return (
    <table className={classes.grid} data-mode={mode} aria-label="Appointments" aria-busy={isFetching}>
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day} scope="col" abbr={weekdayOf(day, 'long')}>
              {weekdayOf(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const rows = byDay.get(day) ?? [];
              const shown = mode === 'month' ? rows.slice(0, PER_DAY) : rows;
              return (
                <td
                  key={day}
                  data-empty={rows.length === 0 || undefined}
                  data-beside={(month !== null && !day.startsWith(month)) || undefined}
                  data-today={day === today || undefined}
                >
                  <div className={classes.day} aria-current={day === today ? 'date' : undefined}>
                    <span className={classes.number}>{Number(day.slice(8))}</span>
                    <span className={classes.fullName}>{nameOf(day)}</span>
                  </div>
                  <ul className={classes.entries}>
                    {shown.map((row) => (
                      <Entry key={row.id} row={row} isFull={mode === 'week'} now={now} />
                    ))}
                  </ul>
                  {shown.length < rows.length && (
                    <TextLink href={weekHref(day)} size="xs" ml={4}>
                      {rows.length - shown.length} more
                    </TextLink>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ row, isFull, now }: { row: NamedInstallation; isFull: boolean; now: string }) {
  const { timeZone } = useSession().provider;
  const { id, scheduledAt, subscriberName, technician, kind, placeName, address, status } = row;
  const time = wallTime(scheduledAt ?? '', timeZone).slice(11, 16);
  const who = subscriberName ?? '…';
  const where = [placeName, address].filter(Boolean).join(', ');
  const isMissed = urgencyOf(row, now) === 'missed';
  const state = isMissed ? 'the time has passed' : humanize(status);
  return (
    <li>
      <Link
        href={`/installations/${id}`}
        prefetch={false}
        className={classes.entry}
        data-status={isMissed ? 'missed' : status}
        title={[`${time} ${who}`, kindNames[kind], where, technician, state].filter(Boolean).join('\n')}
        aria-label={[`${time} ${who}`, where, technician ?? 'no technician', state]
          .filter(Boolean)
          .join(', ')}
      >
        <span className={classes.time}>{time}</span> <span className={classes.who}>{who}</span>
        {isFull && (
          <>
            <span className={classes.detail}>{where || kindNames[kind]}</span>
            <span className={classes.detail}>{technician ?? 'No technician'}</span>
          </>
        )}
      </Link>
    </li>
  );
}
