import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { accountOfHook } from '../domain/external/gateway/accounts.ts';
import { gatewayCaller } from '../domain/external/gateway/caller.ts';
import { isOtherRefundSubmitted } from '../domain/external/gateway/submit-refunds.ts';
import { recordRequestMade } from '../domain/lifecycle/payment/gateway-changes.ts';
import { handleGatewayEvent } from '../domain/lifecycle/payment/handle-gateway-event.ts';
import { findPrompt, lockPrompt, takePromptOutcome } from '../domain/payment/prompt-outcome.ts';
import { recordReceipt } from '../domain/receipt/record.ts';
import { takeMoney } from '../domain/receipt/take-money.ts';
import { env } from '../env.ts';
import { pathOf } from '../http/path-of.ts';
import { readBodyFor } from '../http/read-body.ts';
import { jsonIn } from '../json-values.ts';
import { log } from '../log.ts';
import { isInNetworks } from '../networks.ts';
import { refundOfAddress } from '../rails/mpesa-address.ts';
import type { GatewayAccount, PromptGateway } from '../rails/rail.ts';
import { rails } from '../rails/registry.ts';
import { inSlotOf } from '../work/in-slot.ts';
import { transaction } from '../work/transaction.ts';
import { failureOf, type Limit, refuseUnknown } from './refuse-unknown.ts';

/** A prompt's address, or that of an account with what it is about. */
const PATH =
  /^\/hooks\/pay\/([0-9a-z]{20,64})(?:\/(validation)|\/refunds\/([\w-]{1,80})\/(\d{1,6})(\/timeout)?)?$/;

/** The longest report, in bytes. */
const MAX_BYTES = 64 * 1024;

/** Why a refund failed whose payment was reversed for another refund. */
const REVERSED_FOR_OTHER =
  'M-Pesa reverses a payment once, and reversed this one for another refund; return the amount in another way';

/** What a report did, for the log. `malformed` is answered with 400, and has no effect. */
type Handled = 'done' | 'malformed' | 'unknown' | 'mismatch' | 'other money' | 'accepted';

/**
 * Handles what M-Pesa reports: the outcome of a prompt at the prompt's address; money on the short code, and results of reversals, at
 * the account's. Reports have no signature, so an address has a random part. 200 for a report that is applied,
 * repeated or about something else; 400 for a malformed one; 404 for an unknown address, and 429 after too many of those. Never throws.
 * Contract: Gateway accounts.
 */
export async function answerMpesa(req: IncomingMessage, res: ServerResponse, failed: Limit): Promise<void> {
  const correlationId = randomUUID();
  const answer = (status: number, ResultCode: number, ResultDesc: string) =>
    res
      .writeHead(status, { 'content-type': 'application/json', 'x-correlation-id': correlationId })
      .end(JSON.stringify({ ResultCode, ResultDesc }));
  try {
    const allowed = env.MPESA_CALLBACK_NETWORKS;
    if (allowed.length > 0 && !isInNetworks(clientAddress(req), allowed)) {
      log.warn({ correlationId, address: clientAddress(req) }, 'a report of M-Pesa from another network');
      answer(403, 1, 'Rejected');
      return;
    }
    const [, token, validation, refundId, round, timeout] = PATH.exec(pathOf(req.url)) ?? [];
    const read = await readBodyFor(req, async () => (token ? subjectOf(token) : null), MAX_BYTES);
    if (!read) {
      return await refuseUnknown(req, res, failed, () => answer(404, 1, 'Nothing has this address.'));
    }
    const { found: subject, raw } = read;
    const body = jsonIn(raw.toString());
    const refund = refundId && !timeout ? { id: refundOfAddress(refundId), round: Number(round) } : null;
    const take = () =>
      subject.prompt
        ? takeCallback(subject.prompt, body, correlationId)
        : refund
          ? takeReversal(subject.account, refund, body, correlationId)
          : takeConfirmation(subject.account, body, correlationId);
    const { providerId } = subject.prompt ?? subject.account;
    const handled = validation || timeout ? 'accepted' : await inSlotOf(providerId, take);
    const level = handled === 'done' || handled === 'accepted' ? 'info' : 'error';
    log[level]({ correlationId, handled, ...subject.about }, 'report of M-Pesa');
    if (handled === 'malformed') answer(400, 1, 'Rejected');
    else answer(200, 0, 'Accepted');
  } catch (error) {
    const { status, headers } = failureOf(error);
    log.error({ correlationId, err: error }, 'a report of M-Pesa was not handled');
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    answer(status, 1, 'The report was not handled.');
  }
}

const mpesa = (): PromptGateway => {
  const rail = rails.mpesa;
  if (rail.begins !== 'prompt') throw new Error('M-Pesa sends prompts');
  return rail.gateway;
};

type Prompt = NonNullable<Awaited<ReturnType<typeof findPrompt>>>;
type Subject =
  | { prompt: Prompt; account?: undefined; about: object }
  | { prompt?: undefined; account: GatewayAccount; about: object };

async function subjectOf(token: string): Promise<Subject | null> {
  const prompt = await findPrompt(token);
  if (prompt) return { prompt, about: { providerId: prompt.providerId, paymentId: prompt.paymentId } };
  const account = await accountOfHook('mpesa', token);
  return account && { account, about: { providerId: account.providerId, account: account.id } };
}

async function takeCallback(
  { providerId, paymentId }: Prompt,
  body: unknown,
  correlationId: string,
): Promise<Handled> {
  const outcome = mpesa().readPromptCallback(body);
  if (!outcome) return 'malformed';
  return transaction(
    { providerId, caller: gatewayCaller('mpesa'), correlationId },
    async (scope): Promise<Handled> => {
      const row = await lockPrompt(scope, paymentId);
      const taken = row ? await takePromptOutcome(scope, row, outcome) : 'unknown';
      const { amount, transactionId } = outcome;
      if (taken !== 'other money' || !row || amount === null || transactionId === null) return taken;
      // The payment has other money already: a second prompt of it was paid. The payer has this money as credit.
      const { accountId, reference: accountNumber, phone } = row;
      await recordReceipt(scope, {
        ...{ rail: 'mpesa', accountId, transactionId, amount, currency: 'KES', accountNumber },
        ...{ phone, payer: phone.replace('+', ''), payerName: null, paidAt: scope.now },
      });
      return 'done';
    },
  );
}

async function takeConfirmation(
  account: GatewayAccount,
  body: unknown,
  correlationId: string,
): Promise<Handled> {
  const gateway = mpesa();
  const confirmation = gateway.readConfirmation(body);
  if (!confirmation) return 'malformed';
  if (!gateway.isOwnShortCode(account, confirmation.shortCode)) return 'unknown';
  const { providerId, id } = account;
  return transaction(
    { providerId, caller: gatewayCaller('mpesa'), correlationId },
    async (scope): Promise<Handled> => {
      const { shortCode: _, ...received } = confirmation;
      await takeMoney(scope, { ...received, rail: 'mpesa', accountId: id ?? '' });
      return 'done';
    },
  );
}

async function takeReversal(
  { providerId, id: accountId }: GatewayAccount,
  refund: { id: string; round: number },
  body: unknown,
  correlationId: string,
): Promise<Handled> {
  const result = mpesa().readReversalResult(body);
  if (!result) return 'malformed';
  const { gatewayId, outcome, text } = result;
  const origin = { providerId, caller: gatewayCaller('mpesa'), correlationId };
  return transaction(origin, async (scope): Promise<Handled> => {
    if (outcome === 'done') {
      await recordRequestMade(scope, refund, gatewayId);
      return 'done';
    }
    if (outcome === 'done before' && !(await isOtherRefundSubmitted(scope, refund.id))) return 'done';
    const why = outcome === 'done before' ? REVERSED_FOR_OTHER : text;
    return handleGatewayEvent(
      scope,
      { ...refund, type: 'refund failed', providerId, gatewayId, why },
      accountId,
    );
  });
}
