import { z } from 'zod';
import { listInput, listOutput, searchInput } from '../paging.ts';
import { anyText, idOutput, instantOutput } from '../primitives.ts';
import { actorTypes, auditedFields } from './audit-values.ts';
import { boundedCountsOutput } from './list-parts.ts';
import { auditTabs } from './long-list-tabs.ts';

/** Who changed what. Contract: Audit. */
export const auditEntrySnapshot = z.object({
  id: idOutput('auditEntry'),
  actorType: z.enum(actorTypes),
  actorName: z.string(),
  /** The address of a person at that time; null for others, and in entries of former releases. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  resourceType: z.string(),
  resourceId: z.string(),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
  affected: z
    .record(z.string(), z.array(z.string()))
    .nullable()
    .meta({ description: 'Due work: the ids of created and changed rows, by action.' }),
  correlationId: z.string(),
  createdAt: instantOutput,
});

/** A sentence in parts, so that each reader formats instants and money. */
const sentence = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal('time'), at: z.string(), detail: z.literal('day').optional() }),
    z.object({ kind: z.literal('money'), amount: z.number(), currency: z.string() }),
  ]),
);

/** An entry as lists show it: with the sentence that says who did what. */
const auditEntryWithSentence = auditEntrySnapshot.extend({
  what: sentence,
  /** The name of the resource; null for one without a name. */
  resourceName: z.string().nullable(),
  /** The integration of an inbound event, or the webhook of a delivery; else null. */
  parentId: z.string().nullable(),
  /** The currency of amounts in `changes`; null for a resource without amounts. */
  currency: z.string().nullable(),
});
export type AuditEntryWithSentence = z.output<typeof auditEntryWithSentence>;

/** An entry as a row of a CSV, with the actor as pages name it, its sentence as text and its times in UTC. */
export const exportedAuditEntry = auditEntrySnapshot.omit({ affected: true }).extend({ what: z.string() });

export const auditList = listInput([], {
  resourceId: anyText(1, 255).optional(),
  correlationId: anyText(1, 64).optional(),
  resourceType: anyText(1, 40).optional(),
  actorType: z.enum(actorTypes).optional(),
  staffId: anyText(1, 64).optional().meta({ description: 'A person who acted.' }),
  programId: anyText(1, 64).optional().meta({ description: 'A credential or an integration that acted.' }),
  verb: anyText(1, 60).optional().meta({ description: 'The last part of the action.' }),
  changed: z.enum(auditedFields).optional().meta({ description: 'What changed.' }),
  q: searchInput.optional(),
});
export const auditPage = listOutput(auditEntryWithSentence);
export const auditCounts = boundedCountsOutput(auditTabs);
export const auditExportPage = listOutput(exportedAuditEntry);

/** Who can act, for filters. */
export const auditActors = z.object({
  staff: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  programs: z.array(z.object({ id: z.string(), name: z.string() })),
});
