import { answerTasks } from '../threads/answer-tasks.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { type StatementFacts, statementPdf } from './statement-pdf.ts';

/** The thread of `render-document.ts`: facts come in, PDFs go out. It keeps the fonts that it has read. */
answerTasks((facts: InvoiceFacts | StatementFacts) =>
  'entries' in facts ? statementPdf(facts) : invoicePdf(facts),
);
