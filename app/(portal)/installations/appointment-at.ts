import { windowWithAppointment } from '@/server/contract/installation-rules.ts';

/** The fields that set an appointment. One after the deadline moves the deadline, which would be reached first. */
export function appointmentAt(scheduledAt: string, windowEndsAt: string) {
  const [before, appointment] = [Date.parse(windowEndsAt), Date.parse(scheduledAt)];
  const end = windowWithAppointment(before, appointment);
  return end === before ? { scheduledAt } : { scheduledAt, windowEndsAt: new Date(end).toISOString() };
}
