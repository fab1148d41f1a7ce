import { and, asc, eq, getTableColumns, notInArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { billingCycle, invoice, payment } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { installation } from '../../../drizzle/schema/installation.ts';
import { inboundEvent } from '../../../drizzle/schema/integration.ts';
import { accessCredential, auditEntry, provider } from '../../../drizzle/schema/provider.ts';
import { refund } from '../../../drizzle/schema/refund.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { delivery } from '../../../drizzle/schema/webhook.ts';
import { COUNTED_TO } from '../../contract/api-request-values.ts';
import type { AuditEntryOutput, auditEntryList } from '../../contract/audit-entry.ts';
import { instantText } from '../../contract/instant-text.ts';
import { maskedFields } from '../../contract/masked.ts';
import type { Page } from '../../contract/paging.ts';
import {
  type AuditEntryWithSentence,
  type auditActors,
  auditEntrySnapshot,
  type auditList,
  type exportedAuditEntry,
} from '../../contract/portal/audit.ts';
import { fieldsOfChange } from '../../contract/portal/audit-values.ts';
import { auditTabs } from '../../contract/portal/long-list-tabs.ts';
import { present } from '../../contract/present.ts';
import { storedId } from '../../contract/primitives.ts';
import type { ResourceName } from '../../contract/resource-names.ts';
import { may } from '../../contract/roles.ts';
import { sentenceText } from '../../contract/sentence.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import { idsOfChange, type Names } from '../../contract/texts/describe-change.ts';
import { describeEntry } from '../../contract/texts/describe-entry.ts';
import { formatMoney } from '../../contract/texts/format-money.ts';
import { formatTime } from '../../contract/texts/format-time.ts';
import { isOneOf } from '../../db/statement.ts';
import { defineResource } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { listRequestCallers } from '../api-request/read.ts';
import { defineBoundedCounts } from '../list/counts.ts';
import { equals } from '../list/filters.ts';
import { defineRowList } from '../list/list.ts';
import type { ListOptions } from '../list/options.ts';
import { type FoundById, foundById } from '../list/search.ts';
import { currenciesOf, descriptionsOf } from '../model/labels.ts';

type Entry = z.output<typeof auditEntrySnapshot>;

const auditResource = defineResource({
  name: 'auditEntry',
  object: null,
  table: auditEntry,
  snapshot: auditEntrySnapshot,
});

/** Resources whose rows belong to a subscription. Due work on them is in the entries of the subscription. */
const partsOfSubscription = [billingCycle, invoice, payment, charge, installation, refund];

type Input = z.output<typeof auditList>;

type Listed = Omit<Input, 'q'> & FoundById & { action?: string };

const options: ListOptions<Listed> = {
  filters: {
    resourceId: { where: isAbout, value: storedId },
    action: equals(auditEntry.action),
    correlationId: equals(auditEntry.correlationId),
    resourceType: equals(auditEntry.resourceType),
    actorType: equals(auditEntry.actorType),
    // The literal lets PostgreSQL use the partial index.
    staffId: { where: (id) => sql`${auditEntry.actorType} = 'staff' and ${auditEntry.actorId} = ${id}` },
    programId: equals(auditEntry.actorId),
    verb: { where: (verb) => sql`split_part(${auditEntry.action}, '.', 2) = ${verb}` },
    changed: {
      where: (names) => sql`((${auditEntry.changes}::jsonb) ?| ${names}::text[] or exists (
        select from unnest(${names}::text[]) name, lateral split_part(name, '.', 1) field, lateral split_part(name, '.', 2) part
        where part <> '' and (${auditEntry.changes}::jsonb) #> array[field, 'before', part]
          is distinct from (${auditEntry.changes}::jsonb) #> array[field, 'after', part]))`,
      value: (field) => `{${fieldsOfChange[field].join(',')}}`,
    },
    foundId: equals(auditEntry.id),
    foundCorrelationId: equals(auditEntry.correlationId),
    foundResourceId: { where: isAbout, value: storedId },
  },
  timeById: true,
  countedTo: COUNTED_TO,
};

const listAllRows = defineRowList<typeof auditResource, Listed>(auditResource, options);

/** As a caller sees them who may not manage staff: without sign-ins and permissions. */
const unrestricted: ListOptions<Listed> = {
  ...options,
  always: notInArray(auditEntry.resourceType, ['staffUser', 'invitation']),
};

const listUnrestrictedRows = defineRowList<typeof auditResource, Listed>(auditResource, unrestricted);

const few = { staff: sql`${auditEntry.actorType} = 'staff'` };
const countAll = defineBoundedCounts(auditResource, options, auditTabs, { few });
const countUnrestricted = defineBoundedCounts(auditResource, unrestricted, auditTabs, { few });

/** The entries of the resource, and those of its subscription that contain its id. */
function isAbout(id: Placeholder): SQL {
  const subscriptionIds = partsOfSubscription.map((table) => {
    const own = getTableColumns(table);
    return sql`select ${own.subscriptionId} from ${table}
      where ${own.providerId} = ${sql.placeholder('providerId')} and ${own.id} = ${id}`;
  });
  return sql`${auditEntry.resourceId} = any(array[${id}::text, (${sql.join(subscriptionIds, sql` union all `)})])
    and (${auditEntry.resourceId} = ${id} or strpos(${auditEntry.affected}, ${id}) > 0)`;
}

/**
 * The audit trail, newest first, with the names and amounts of each entry as a sentence. Only callers who may manage staff
 * see entries about staff. Contract: Audit.
 */
export async function listAudit(scope: Scope, { q, ...input }: Input): Promise<Page<AuditEntryWithSentence>> {
  const list = mayManageStaff(scope) ? listAllRows : listUnrestrictedRows;
  const { rows, meta } = await list(scope, { ...input, ...foundById('auditEntry', q) });
  return { data: await withSentences(scope, rows.map(presentEntry)), meta };
}

/** The entries as the API shows them, newest first. Contract: Audit. */
export async function listAuditEntries(
  scope: Scope,
  input: z.output<typeof auditEntryList>,
): Promise<Page<AuditEntryOutput>> {
  const list = mayManageStaff(scope) ? listAllRows : listUnrestrictedRows;
  const { rows, meta } = await list(scope, input);
  const data = rows.map((row) => {
    const { actorType: type, actorName: name, actorEmail: _, ...entry } = presentEntry(row);
    const updatedAt = instantText(row.updatedAt);
    return { ...entry, actor: { type, id: row.actorId, name }, updatedAt };
  });
  return { data, meta };
}

/** The number of entries of each tab, of those that the caller sees. */
export function countAudit(scope: Scope): ReturnType<typeof countAll> {
  return mayManageStaff(scope) ? countAll(scope) : countUnrestricted(scope);
}

function mayManageStaff({ caller }: Scope): boolean {
  return caller.type !== 'staff' || may(caller, 'staff:write');
}

/** The audit trail for a CSV: sentences as text, times in UTC. Contract: Audit. */
export async function exportAudit(
  scope: Scope,
  input: Input,
): Promise<Page<z.output<typeof exportedAuditEntry>>> {
  const { data, meta } = await listAudit(scope, input);
  const format = {
    // Spreadsheets do not find a space that does not break.
    money: (amount: number, currency: string) => formatMoney(amount, currency).replaceAll('\u00a0', ' '),
    time: (at: string, detail?: 'day') => formatTime(at, 'UTC', detail),
  };
  return {
    data: data.map(({ affected: _, resourceName: __, parentId: ___, currency: ____, what, ...entry }) => ({
      ...entry,
      actorName: actorText({ type: entry.actorType, name: entry.actorName }),
      what: sentenceText(what, format),
    })),
    meta,
  };
}

/** Who can act: the staff of the organisation, credentials and integrations, by name. Portal only. */
export async function listAuditActors(scope: Scope): Promise<z.output<typeof auditActors>> {
  const staff = await scope.db
    .select({ id: staffUser.id, name: staffUser.name, email: staffUser.email })
    .from(provider)
    .innerJoin(staffMember, eq(staffMember.organisationId, provider.organisationId))
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(eq(provider.id, scope.providerId))
    .orderBy(asc(staffUser.name));
  return { staff, programs: await listRequestCallers(scope) };
}

/** Audit entries with their sentences, with one query for each kind of name. */
export async function withSentences(scope: Scope, entries: Entry[]): Promise<AuditEntryWithSentence[]> {
  const [labels, currencies, staff, parents] = await Promise.all([
    descriptionsOf(scope, { ids: entries.flatMap(idsOfChange) }),
    currenciesOf(
      scope,
      entries.map(({ resourceId }) => resourceId),
    ),
    staffNamesOf(scope, entries),
    parentsOf(scope, entries),
  ]);
  const names: Names = { ...labels, ...staff };
  return entries.map((entry) => ({
    ...entry,
    what: describeEntry(entry, { names, currency: currencies[entry.resourceId] }),
    resourceName: names[entry.resourceId] ?? null,
    parentId: parents[entry.resourceId] ?? null,
    currency: currencies[entry.resourceId] ?? null,
  }));
}

/** The integrations of inbound events and the webhooks of deliveries that entries are about: their pages are below those. */
async function parentsOf(scope: Scope, entries: Entry[]): Promise<Record<string, string>> {
  const of = async (type: ResourceName, { id, providerId }: Readonly<Columns>, parent: PgColumn) => {
    const ids = entries.flatMap(({ resourceType, resourceId }) =>
      resourceType === type ? [resourceId] : [],
    );
    if (ids.length === 0) return [];
    return scope.db
      .select({ id: sql<string>`${id}`, parentId: sql<string>`${parent}` })
      .from(id.table)
      .where(and(eq(providerId, scope.providerId), isOneOf(id, ids)));
  };
  const found = await Promise.all([
    of('inboundEvent', inboundEvent, inboundEvent.integrationId),
    of('delivery', delivery, delivery.webhookId),
  ]);
  return Object.fromEntries(found.flat().map(({ id, parentId }) => [id, parentId]));
}

type Columns = { id: PgColumn; providerId: PgColumn };

/** The names of the people, keys and integrations that entries are about, by id. */
async function staffNamesOf(scope: Scope, entries: Entry[]): Promise<Names> {
  const ids = (type: string) =>
    entries.flatMap(({ resourceType, resourceId }) => (resourceType === type ? [resourceId] : []));
  const people = ids('staffUser');
  const keys = ids('accessCredential');
  const found = await Promise.all([
    people.length > 0
      ? scope.db
          .select({ id: staffUser.id, name: staffUser.name })
          .from(staffUser)
          .where(isOneOf(staffUser.id, people))
      : [],
    keys.length > 0
      ? scope.db
          .select({ id: accessCredential.id, name: sql<string>`'API key ' || ${accessCredential.label}` })
          .from(accessCredential)
          .where(and(eq(accessCredential.providerId, scope.providerId), isOneOf(accessCredential.id, keys)))
      : [],
  ]);
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]));
}

/** An entry as the portal shows it, with its JSON text parsed. Entries of before addresses were masked hold whole ones. */
export function presentEntry(row: typeof auditEntry.$inferSelect): Entry {
  const affected = row.affected === null ? null : JSON.parse(row.affected);
  const changes = JSON.parse(row.changes);
  if (changes.url) changes.url = maskedFields(changes.url);
  return present(auditEntrySnapshot, { ...row, changes, affected });
}
