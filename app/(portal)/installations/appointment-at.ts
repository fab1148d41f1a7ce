import { INSTALLATION_WINDOW_DAYS } from '@/server/contract/installation-rules.ts';

const WINDOW_MS = INSTALLATION_WINDOW_DAYS * 86_400_000;

/** The fields that set an appointment. One after the deadline moves the deadline, which would be reached first. */
export function appointmentAt(scheduledAt: string, windowEndsAt: string) {
  if (scheduledAt <= windowEndsAt) return { scheduledAt };
  return { scheduledAt, windowEndsAt: new Date(Date.parse(scheduledAt) + WINDOW_MS).toISOString() };
}
