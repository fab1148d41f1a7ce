import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { may } from '@/server/contract/roles.ts';
import { actorWithEmail } from '@/server/contract/texts/actor-text.ts';
import { portalCaller, portalSession } from '../../session.ts';
import { readList } from '../read-list.ts';
import { AuditTable } from './audit-table.tsx';
import { auditList } from './list.ts';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [session, caller] = await Promise.all([portalSession(), portalCaller()]);
  const { staff, programs } = await caller.audit.actors();
  const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const toPerson = ({ id, ...person }: { id: string; name: string; email: string }) => ({
    value: id,
    label: actorWithEmail({ type: 'staff', ...person }),
  });
  const seesStaff = session !== null && may(session, 'staff:write');
  const definition = auditList({ staff: staff.map(toPerson), programs: programs.map(toOption) }, seesStaff);
  const initial = await readList(definition, searchParams, (api, input) => api.audit.list(input));
  return <AuditTable definition={definition} initial={initial} seesStaff={seesStaff} />;
}
