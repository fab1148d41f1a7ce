import { isAtWork, type JobStatus } from './job-values.ts';

/** Whether a job can be deleted before its time: it is not at work, and no announcement shows its progress. */
export function isDeletable({ status, source }: { status: JobStatus; source: object }): boolean {
  return !isAtWork(status) && !('announcementId' in source);
}
