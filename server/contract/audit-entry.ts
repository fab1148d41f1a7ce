import { z } from 'zod';
import { listInput, listOutput } from './paging.ts';
import { anyText, idOutput, timestamps } from './primitives.ts';

/** Who changed what, as the API shows it. Contract: Audit. */
const auditEntryOutput = z
  .object({
    id: idOutput('auditEntry'),
    actor: z
      .object({
        type: z.enum(['staff', 'credential', 'integration', 'system']),
        id: z.string().nullable().meta({ description: 'Null for `system`.' }),
        name: z.string(),
      })
      .meta({ description: 'Who acted, with the name of that time.' }),
    action: z.string().meta({ description: 'Resource and verb.', examples: ['plan.update'] }),
    resourceType: z.string(),
    resourceId: z.string(),
    changes: z
      .record(
        z.string(),
        z.object({
          before: z.unknown().meta({ description: 'The value before the change.' }),
          after: z.unknown().meta({ description: 'The value after the change.' }),
        }),
      )
      .meta({ description: 'Each changed field, before and after.' }),
    affected: z
      .record(z.string(), z.array(z.string()))
      .nullable()
      .meta({ description: 'Work that time brought about: the ids of created and moved rows, by action.' }),
    correlationId: z.string(),
    ...timestamps,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryOutput = z.output<typeof auditEntryOutput>;

export const auditEntryList = listInput([], {
  resourceId: anyText(1, 255)
    .optional()
    .meta({ description: 'Entries about this resource, and those of its subscription that contain its id.' }),
  action: anyText(1, 100)
    .optional()
    .meta({ examples: ['plan.update'] }),
  correlationId: anyText(1, 64).optional(),
});

export const auditEntryPage = listOutput(auditEntryOutput);
