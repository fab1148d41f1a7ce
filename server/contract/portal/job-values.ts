/** The values of jobs. Imports no library, so that pages can import it at no cost. */

export const jobKinds = ['bulk', 'import'] as const;

export const jobStatuses = ['DRAFT', 'CHECKING', 'CHECKED', 'RUNNING', 'COMPLETED', 'STOPPED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** A row without an outcome is `PENDING`. */
export const rowOutcomes = ['PENDING', 'DONE', 'UNCHANGED', 'REFUSED'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** The statuses in which the rows of a job are being worked on. */
export const workingJobStatuses = ['CHECKING', 'RUNNING'] as const satisfies JobStatus[];

/** Whether the rows of a job are being worked on. */
export function isAtWork(status: JobStatus): boolean {
  return workingJobStatuses.some((each) => each === status);
}

/** How many selected rows a bulk action shows the effect of, before it runs. */
export const MAX_PREVIEWED = 20;

/** The most megabytes that the rows of all jobs of an account have together. */
export const MAX_STORED_JOBS_MB = 500;

/** The most rows of one job. */
export const MAX_JOB_ROWS = 20_000;
