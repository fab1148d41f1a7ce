import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readList } from '../read-list.ts';
import { AnnouncementsTable } from './announcements-table.tsx';
import { announcementList } from './list.ts';

export const metadata: Metadata = { title: 'Announcements' };

export default async function AnnouncementsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const initial = await readList(announcementList, searchParams, (caller, input) =>
    caller.announcement.list(input),
  );
  return <AnnouncementsTable initial={initial} />;
}
