import { availableParallelism } from 'node:os';
import { SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { createThreadPool } from '../threads/thread-pool.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import type { StatementFacts } from './statement-pdf.ts';

/** A document takes some hundredths of a second, the first one of a thread about a second. */
const threads = createThreadPool<InvoiceFacts | StatementFacts, Uint8Array>({
  module: 'documents/document-worker',
  // Beside the one that answers requests. Two on one processor are no faster.
  threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 200,
  heapMb: 512,
  taskMs: 30 * SECOND_MS,
  tooMuch: () =>
    refuse('SERVICE_UNAVAILABLE', { message: 'The document takes too long to render.', retryAfter: 60 }),
});

/**
 * Renders an invoice or a statement as a PDF in a thread of its own, so that no other request waits for it.
 * @param providerId accounts take turns
 * @throws SERVICE_UNAVAILABLE where too many documents wait, or one takes too long; Error when it cannot be rendered
 */
export async function renderDocument(
  providerId: string,
  facts: InvoiceFacts | StatementFacts,
): Promise<Buffer> {
  const pdf = await threads.run(providerId, ({ ask }) => ask(facts));
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
