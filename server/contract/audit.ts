import { z } from 'zod';
import { listInput, listOutput } from './paging.ts';
import { anyText, idOutput, instantOutput } from './primitives.ts';

/** Who changed what. Portal only. Contract: Audit. */
export const auditEntrySnapshot = z.object({
  id: idOutput('auditEntry'),
  actorType: z.enum(['staff', 'credential', 'integration', 'system']),
  actorName: z.string(),
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

export const auditList = listInput([], {
  resourceId: anyText(1, 255).optional(),
  correlationId: anyText(1, 64).optional(),
});
export const auditPage = listOutput(auditEntrySnapshot);
