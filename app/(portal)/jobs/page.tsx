import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { JobsTable } from './jobs-table.tsx';
import { jobList } from './list.ts';

export const metadata: Metadata = { title: 'Jobs' };

export default async function JobsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(jobList, searchParams, (caller, input) => caller.job.list(input));
  return <JobsTable initial={initial} />;
}
