import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { shippedFile } from '../shipped-file.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import type { Outcome } from './invoice-worker.ts';

type Job = { facts: InvoiceFacts; done: (pdf: Buffer) => void; fail: (error: unknown) => void };
type Seat = { worker: Worker; job: Job | undefined };

/** Threads beside the one that answers requests. One more document waits, because two on one processor are no faster. */
const MAX_WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));

const seats: Seat[] = [];
const waiting: Job[] = [];

/**
 * Renders an invoice as a PDF in a thread of its own, so that no other request waits for it. Threads start with the first
 * document, read each font once, and do not keep the process alive.
 * @throws Error when the thread ends
 */
export function renderInvoice(facts: InvoiceFacts): Promise<Buffer> {
  return new Promise((done, fail) => {
    waiting.push({ facts, done, fail });
    assign();
  });
}

function assign(): void {
  if (waiting.length === 0) return;
  const seat = seats.find(({ job }) => !job) ?? (seats.length < MAX_WORKERS ? seated() : undefined);
  if (!seat) return;
  const job = waiting.shift() as Job;
  seat.job = job;
  seat.worker.ref();
  seat.worker.postMessage(job.facts);
}

function seated(): Seat {
  const seat: Seat = { worker: startWorker(), job: undefined };
  seats.push(seat);
  seat.worker.on('message', (outcome: Outcome) => {
    const { job } = seat;
    seat.job = undefined;
    seat.worker.unref();
    if ('pdf' in outcome) job?.done(Buffer.from(outcome.pdf.buffer));
    else job?.fail(outcome.error);
    assign();
  });
  const leave = (error: unknown) => {
    const place = seats.indexOf(seat);
    if (place < 0) return;
    seats.splice(place, 1);
    seat.job?.fail(error);
    assign();
  };
  seat.worker.once('error', leave);
  seat.worker.once('exit', (code) =>
    leave(new Error(`The thread that renders documents ended with ${code}`)),
  );
  return seat;
}

/** The build has the thread as a file of JavaScript; without one, it starts from its sources. */
function startWorker(): Worker {
  try {
    return new Worker(shippedFile('documents/invoice-worker.js'), { execArgv: [] });
  } catch {
    return new Worker(shippedFile('server/documents/source-worker.mjs'), { execArgv: [] });
  }
}
