import { DAY_MS } from '@/server/contract/days.ts';
import { INSTALLATION_WINDOW_DAYS } from '@/server/contract/installation-rules.ts';

const WINDOW_MS = INSTALLATION_WINDOW_DAYS * DAY_MS;

/** The fields that set an appointment. One after the deadline moves the deadline, which would be reached first. */
export function appointmentAt(scheduledAt: string, windowEndsAt: string) {
  if (scheduledAt <= windowEndsAt) return { scheduledAt };
  return { scheduledAt, windowEndsAt: new Date(Date.parse(scheduledAt) + WINDOW_MS).toISOString() };
}
