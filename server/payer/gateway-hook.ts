import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayName } from '../contract/enums.ts';
import { Refusal } from '../contract/errors.ts';
import { jsonTextFault } from '../contract/json-faults.ts';
import { accountOfEnvironment, accountOfHook, gatewayOfHook } from '../domain/external/gateway/accounts.ts';
import { gatewayCaller } from '../domain/external/gateway/caller.ts';
import { providerOfMoney, recordGatewayChange } from '../domain/lifecycle/payment/gateway-changes.ts';
import {
  type GatewayEventResult,
  handleGatewayEvent,
} from '../domain/lifecycle/payment/handle-gateway-event.ts';
import { canReach } from '../domain/model/provider/account-status.ts';
import { pathOf } from '../http/path-of.ts';
import { readBodyFor } from '../http/read-body.ts';
import { log } from '../log.ts';
import type { GatewayAccount, GatewayChange, GatewayEvent, GatewayReport } from '../rails/rail.ts';
import { rails } from '../rails/registry.ts';
import { inSlotOf } from '../work/in-slot.ts';
import type { Caller } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { headerOf } from './header-of.ts';
import { answerMpesa } from './pay-hook.ts';
import { failureOf, type Limit, refuseUnknown } from './refuse-unknown.ts';

/** The path of Stripe's webhook for the account of the environment. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe/webhook';

/** Gateways with checkout sessions: they sign their reports. */
type HostedName = Exclude<GatewayName, 'mpesa'>;

/** The path of an account: the name of its gateway, and a token that cannot be guessed. */
const HOOK = /^\/hooks\/([a-z]{1,20})\/([0-9a-z]{20,64})$/;

/** Whether a path under `/hooks/` is that of a gateway. */
export function isGatewayHook(path: string): boolean {
  const name = /^\/hooks\/([a-z]{1,20})\//.exec(path)?.[1];
  return name !== undefined && gatewayOfHook(name) !== undefined;
}

/**
 * Handles a report of a gateway. 200 when it is applied or irrelevant; 400 when the sender is not the gateway; 404 for an address
 * that no account has; 429 after too many of either from one address. After any other status the gateway sends it again. Never
 * throws. Contract: Gateway accounts.
 */
export async function answerGateway(req: IncomingMessage, res: ServerResponse, failed: Limit): Promise<void> {
  const correlationId = randomUUID();
  const answer = (status: number, body: object) =>
    res
      .writeHead(status, { 'content-type': 'application/json', 'x-correlation-id': correlationId })
      .end(JSON.stringify(body));
  const refuse = (status: number, error: string) =>
    refuseUnknown(req, res, failed, () => answer(status, { error }));
  if (req.method !== 'POST') {
    res.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  if (req.url?.startsWith('/hooks/pay/')) return answerMpesa(req, res, failed);
  try {
    const read = await readBodyFor(req, () => accountAt(pathOf(req.url)));
    if (!read) return await refuse(404, 'Nothing has this address.');
    const { found, raw } = read;
    const { gateway, account } = found;
    // A partner has the secret of its own account, and can sign what takes long to parse.
    if (jsonTextFault(raw)) {
      answer(400, { error: 'The body has too many values.' });
      return;
    }
    const rail = rails[gateway];
    const request = { raw, header: headerOf(req) };
    const report = rail.begins === 'hosted' ? await rail.gateway.readReport(account, request) : null;
    if (!report) {
      log.warn({ correlationId, gateway, account: account.id }, 'a webhook that its gateway has not signed');
      return await refuse(400, 'The signature does not match.');
    }
    await applyAll(gateway, account, report, correlationId);
    answer(200, { received: true });
  } catch (error) {
    const { status, headers } = failureOf(error);
    log.error({ correlationId, err: error }, 'the report of a gateway was not handled');
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    answer(status, { error: 'The report was not handled.' });
  }
}

async function accountAt(path: string): Promise<{ gateway: HostedName; account: GatewayAccount } | null> {
  if (path === STRIPE_WEBHOOK_PATH) {
    const account = accountOfEnvironment('stripe');
    return account && { gateway: 'stripe', account };
  }
  const [, name = '', token = ''] = HOOK.exec(path) ?? [];
  const gateway = gatewayOfHook(name);
  if (gateway === 'mpesa') return null;
  const account = gateway ? await accountOfHook(gateway, token) : null;
  return gateway && account ? { gateway, account } : null;
}

async function applyAll(
  gateway: HostedName,
  account: GatewayAccount,
  { id: eventId, type, livemode, events }: GatewayReport,
  correlationId: string,
): Promise<void> {
  const about = { correlationId, gateway, account: account.id, eventId, type };
  if (events.length === 0) log.info({ ...about, handled: 'irrelevant' }, 'gateway event');
  for (const gatewayEvent of events) {
    const origin = { caller: gatewayCaller(gateway), correlationId };
    const handled = await apply({ gateway, account, livemode, origin }, gatewayEvent);
    const level = handled === 'mismatch' || handled === 'unknown' ? 'error' : 'info';
    log[level]({ ...about, handled, gatewayEvent }, 'gateway event');
  }
}

type Reporter = {
  gateway: HostedName;
  account: GatewayAccount;
  livemode: boolean;
  origin: { caller: Caller; correlationId: string };
};

async function apply(from: Reporter, event: GatewayEvent | GatewayChange): Promise<GatewayEventResult> {
  if ('providerId' in event) return applyTo(from, event.providerId, event);
  const { gateway, account } = from;
  const providerId = await providerOfChange(account, event);
  const handled = providerId === null ? 'unknown' : await applyTo(from, providerId, event);
  const rail = rails[gateway];
  if (handled !== 'unknown' || event.session || rail.begins !== 'hosted') return handled;
  // The money may be that of a payment whose own report is still to come.
  const { gatewayPaymentId: id } = event;
  const named = await rail.gateway.findPayment?.(account, id);
  if (!named) return 'unknown';
  return applyTo(from, named.providerId, { ...event, session: { id, paymentId: named.paymentId } });
}

async function applyTo(
  { account, livemode, origin }: Reporter,
  providerId: string,
  event: GatewayEvent | GatewayChange,
): Promise<GatewayEventResult> {
  // An account reports about its own provider only. That of the environment serves all that have none.
  if (account.id !== null && account.providerId !== providerId) return 'unknown';
  if (!(await canReach(providerId))) return 'unknown';
  try {
    return await inSlotOf(providerId, () =>
      transaction({ ...origin, providerId }, async (scope) =>
        // A test event has no effect on a live account, nor a live event on a sandbox.
        scope.livemode !== livemode
          ? 'unknown'
          : 'providerId' in event
            ? handleGatewayEvent(scope, event, account.id)
            : recordGatewayChange(scope, event, account.id, origin.caller.name),
      ),
    );
  } catch (error) {
    // The account may serve other systems, whose events name providers that do not exist here.
    if (error instanceof Refusal && error.key === 'NOT_FOUND') return 'unknown';
    throw error;
  }
}

/** An account of a provider reports about its payments only. That of the environment serves many, so the money names the provider. */
function providerOfChange(account: GatewayAccount, { gatewayPaymentId }: GatewayChange) {
  return account.id === null ? providerOfMoney(gatewayPaymentId, null) : account.providerId;
}
