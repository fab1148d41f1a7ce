import { parentPort } from 'node:worker_threads';
import type { InvoiceFacts } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';

export type Outcome = { pdf: Uint8Array<ArrayBuffer> } | { error: unknown };

/** The thread of `render-invoice.ts`: facts come in, PDFs go out. It keeps the fonts that it has read. */
parentPort?.on('message', async (facts: InvoiceFacts) => {
  try {
    const pdf = new Uint8Array(await invoicePdf(facts));
    parentPort?.postMessage({ pdf } satisfies Outcome, [pdf.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error } satisfies Outcome);
  }
});
