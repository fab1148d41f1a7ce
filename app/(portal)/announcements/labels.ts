import type { Tone } from '@/components/theme/colors.ts';
import type { AnnouncementSnapshot } from '@/server/contract/portal/announcement.ts';
import type { AnnouncementKind } from '@/server/contract/portal/announcement-values.ts';
import { isAtWork, type JobStatus } from '@/server/contract/portal/job-values.ts';

export const kindLabels: Record<AnnouncementKind, string> = {
  NOTICE: 'Notice',
  OUTAGE: 'Outage',
  RESOLVED: 'Outage over',
};

/** Whether messages of it are still to be queued or sent. */
export function isSending({ job, messages, pausedAt }: AnnouncementSnapshot): boolean {
  const isQueueing = job !== null && isAtWork(job.status as JobStatus);
  return pausedAt === null && (isQueueing || (messages.QUEUED ?? 0) > 0);
}

/** Whether it waits for staff to resume it: they paused it, or its job stopped by itself. */
export function isPaused({ pausedAt, job }: AnnouncementSnapshot): boolean {
  return pausedAt !== null || job?.status === 'STOPPED';
}

/** Its state as a badge: of an outage whether it is over, of others how far the messages are. */
export function badgeOf(announcement: AnnouncementSnapshot): { status: string; label: string; tone: Tone } {
  const { kind, resolvedAt } = announcement;
  if (isPaused(announcement)) return { status: 'PAUSED', label: 'Paused', tone: 'yellow' };
  if (isSending(announcement)) return { status: 'SENDING', label: 'Sending', tone: 'blue' };
  if (kind === 'OUTAGE' && resolvedAt === null) return { status: 'OPEN', label: 'Not over', tone: 'red' };
  if (kind === 'OUTAGE') return { status: 'OVER', label: 'Over', tone: 'gray' };
  return { status: 'SENT', label: 'Sent', tone: 'green' };
}

/** The messages in words: "480 of 500 sent, 12 failed, 8 not wanted". */
export function progressText({ messages, job, readers }: AnnouncementSnapshot): string {
  const n = (...statuses: string[]) => statuses.reduce((sum, status) => sum + (messages[status] ?? 0), 0);
  const all = Object.values(messages).reduce((sum, each) => sum + each, 0);
  const total = all + (job?.pending ?? 0) + (job?.refused ?? 0);
  if (total === 0) return `${count(readers)} people, on their pages only`;
  const parts: [number, string][] = [
    [n('DELIVERED'), 'delivered'],
    [n('FAILED', 'UNKNOWN'), 'failed or unknown'],
    [n('HELD', 'DROPPED'), 'not sent'],
    [job?.refused ?? 0, 'not wanted'],
  ];
  return [
    `${count(n('SENT', 'DELIVERED'))} of ${count(total)} sent`,
    ...parts.filter(([each]) => each > 0).map(([each, label]) => `${count(each)} ${label}`),
  ].join(', ');
}

const count = new Intl.NumberFormat('en').format;

/** Where the readers come from, in words, with the link to the list where all that matched were chosen. */
export function audienceOf({ source }: AnnouncementSnapshot): { text: string; href: string | null } {
  const { list, filter, selected } = source as {
    list: string;
    filter: Record<string, unknown>;
    selected?: number;
  };
  const noun = list.replace('-', ' ');
  if (selected !== undefined) {
    const rows = selected === 1 ? noun.slice(0, -1) : noun;
    return { text: `${count(selected)} selected ${rows}`, href: null };
  }
  const query = new URLSearchParams(
    Object.entries(filter).map(([key, value]) => [key === 'q' ? key : `f.${key}`, String(value)]),
  );
  return { text: `All ${noun} that matched`, href: `/${list}?${query}` };
}
