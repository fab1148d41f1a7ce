import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { readNow } from '../provider-now.ts';
import { readList } from '../read-list.ts';
import { InstallationsPage } from './installations-page.tsx';
import { installationList } from './list.ts';
import { nameAll, readBoard } from './load.ts';

export const metadata: Metadata = { title: 'Installations' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { view = 'board' } = await searchParams;
  const [now, board, list] = await Promise.all([
    readNow(),
    view === 'board' ? readBoard() : undefined,
    view === 'list'
      ? readList(installationList, searchParams, async (caller, input) => {
          const answer = await caller.installation.listAll(input);
          return { ...answer, data: await nameAll(caller, answer.data) };
        })
      : undefined,
  ]);
  return <InstallationsPage now={now} board={board} list={list} />;
}
