import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Demarc } from '../client.ts';
import type { components } from '../generated/openapi.ts';
import { CommandError, UsageError } from './command.ts';
import type { Overrides } from './overrides.ts';
import { type Cause, Story } from './story.ts';

/** What `trigger` causes beside events, and how. */
export const moneyRecipes = {
  receipt: 'reports money that a new subscriber sent to your short code, as M-Pesa does (needs --address)',
  prompt: 'sends a prompt of M-Pesa to the phone of a new subscriber, and waits for its outcome',
} as const;

export function isMoney(name: string): name is keyof typeof moneyRecipes {
  return Object.hasOwn(moneyRecipes, name);
}

type Receipt = components['schemas']['Receipt'];

const NAIROBI = new Intl.DateTimeFormat('sv', {
  ...{ timeZone: 'Africa/Nairobi', year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/**
 * Reports money on a short code to the address of the account, and returns its receipt. Fields of the report can be set by their names.
 * @param address the address for reports, which the portal shows
 * @throws UsageError without an address; CommandError where it does not take the report, or takes it without effect
 */
export async function causeReceipt(
  demarc: Demarc,
  address: string | undefined,
  note: (text: string) => void,
  overrides: Overrides,
): Promise<Receipt> {
  const url = addressOf(address);
  const story = new Story(demarc, note, overrides);
  const payer = overrides.has('BillRefNumber') ? null : await story.subscriber();
  const number = `T${randomInt(36 ** 8)
    .toString(36)
    .toUpperCase()
    .padStart(9, '0')}`;
  const report = overrides.appliedTo({
    ...{ TransactionType: 'Pay Bill', TransID: number, TransTime: NAIROBI.format().replace(/\D/g, '') },
    ...{ TransAmount: '1250.00', BillRefNumber: payer?.accountNumber ?? '' },
    ...{ MSISDN: '2547 ***** 126', FirstName: 'ADA' },
  });
  if (!('BusinessShortCode' in report)) {
    throw new UsageError('Give the short code of the account: --set BusinessShortCode=600123.');
  }
  note(`${report.TransAmount} to ${report.BusinessShortCode} for ${report.BillRefNumber || 'no account'}`);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });
  if (!answer.ok) throw new CommandError(`The address answered ${answer.status}: ${await answer.text()}`);
  const { data } = await demarc.receipts.list({ transactionId: String(report.TransID) });
  const [receipt] = data;
  if (receipt) return receipt;
  throw new CommandError(
    'The report had no effect. Its BusinessShortCode has to be the one of the account that has the address.',
  );
}

function addressOf(text: string | undefined): URL {
  try {
    const url = new URL(text ?? '');
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // No address at all.
  }
  throw new UsageError(
    'Give the address for reports: --address https://…/hooks/pay/…. The portal shows it under Payments, Gateways.',
  );
}

/** A prompt is answered, or given up, within some minutes. */
const PROMPT_MS = 5 * 60_000;
const POLL_MS = 1_000;

/**
 * Sends a prompt and waits for its outcome.
 * @throws CommandError where the outcome is not known in time
 */
export async function causePrompt(
  demarc: Demarc,
  note: (text: string) => void,
  overrides: Overrides,
): Promise<Cause & { type: 'payment.received' | 'payment.failed' }> {
  const story = new Story(demarc, note, overrides);
  const { id: subscriberId } = await story.subscriber();
  const made = await story.cause.payments.create({
    ...{ subscriberId, amount: 10, currency: 'KES', rail: 'mpesa' },
  });
  let { status } = made;
  note(`payment ${made.id}, ${made.amount} ${made.currency}, ${status}`);
  for (let waited = 0; waited < PROMPT_MS; waited += POLL_MS) {
    if (status === 'COMPLETED') return { type: 'payment.received', about: made.id };
    if (status === 'FAILED') return { type: 'payment.failed', about: made.id };
    await sleep(POLL_MS);
    const now = await demarc.payments.retrieve(made.id);
    if (now.status !== status) note(`${now.status}${now.failureReason ? `, ${now.failureReason}` : ''}`);
    status = now.status;
  }
  throw new CommandError(`The outcome of payment ${made.id} is not known yet. It is ${status}.`);
}
