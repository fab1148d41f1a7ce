import { z } from 'zod';

/** A PDF with the name under which it is saved. */
export const pdfDocument = z.object({
  fileName: z.string(),
  content: z
    .custom<Uint8Array>((value) => value instanceof Uint8Array)
    .meta({ override: { type: 'string', format: 'binary' } }),
});
export type PdfDocument = z.output<typeof pdfDocument>;
