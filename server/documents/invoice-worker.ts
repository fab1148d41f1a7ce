import { answerTasks } from '../threads/answer-tasks.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** The thread of `render-invoice.ts`: facts come in, PDFs go out. It keeps the fonts that it has read. */
answerTasks(invoicePdf);
