import { Call, Feed, List } from './call.ts';
import { type Surface, surface } from './generated/surface.ts';
import { type DemarcOptions, type DryRunOptions, type Outgoing, Transport } from './transport.ts';
import type { Kind, Method, SignedOptions } from './types.ts';
import { hmac } from './web-crypto.ts';
import { signWebhook, verifyWebhook } from './webhooks.ts';

/** A resource of the API with its methods. */
export type Resource<R extends keyof Surface> = { [M in keyof Surface[R]]: Method<Surface[R][M]> };

/**
 * A client of the API of one account.
 *
 * ```ts
 * const demarc = new Demarc({ accessId, accessSecret, baseUrl: 'https://demarc.example' });
 * const subscriber = await demarc.subscribers.create({ firstName: 'Ada', … });
 * for await (const invoice of demarc.invoices.list({ status: 'OPEN' })) …
 * ```
 *
 * Every write has an idempotency key, so that a retry cannot repeat its effect.
 */
export class Demarc {
  readonly #transport: Transport;

  /** Your account. */
  readonly provider = this.#resource('provider');
  /** Schedule D: the lowest allowed prices of plans. */
  readonly scheduleD = this.#resource('scheduleD');
  /** Your customers. */
  readonly subscribers = this.#resource('subscribers');
  /** One-time amounts due from a subscriber. */
  readonly charges = this.#resource('charges');
  /** Places where the network ends at the customer. */
  readonly demarcationPoints = this.#resource('demarcationPoints');
  /** Priced internet packages. */
  readonly plans = this.#resource('plans');
  /** A subscriber on a plan at a demarcation point. */
  readonly subscriptions = this.#resource('subscriptions');
  /** The visits that connect subscribers. */
  readonly installations = this.#resource('installations');
  /** Money received from subscribers. */
  readonly payments = this.#resource('payments');
  /** Emails and SMS to subscribers. */
  readonly messages = this.#resource('messages');
  /** Money that customers sent to a number of yours on their own. */
  readonly receipts = this.#resource('receipts');
  /** Money returned for payments. */
  readonly refunds = this.#resource('refunds');
  /** Invoices of subscriptions. */
  readonly invoices = this.#resource('invoices');
  /** Facts, in the envelope in which webhooks receive them. */
  readonly events = this.#resource('events');
  /** Endpoints that receive events, and the verification of what they receive. */
  readonly webhooks = {
    ...this.#resource('webhooks'),
    /** Verifies a delivery and returns its event. */
    constructEvent: verifyWebhook,
    /** The same as `constructEvent`. */
    verify: verifyWebhook,
    /** Signs a body as Demarc does, for tests of a receiver. */
    sign: signWebhook,
  };
  /** The deliveries to a webhook. */
  readonly deliveries = this.#resource('deliveries');
  /** Your calls of the API. */
  readonly requests = this.#resource('requests');
  /** Who changed what. */
  readonly auditEntries = this.#resource('auditEntries');
  /** Connections to external systems. */
  readonly integrations = this.#resource('integrations');
  /** The events received from an external system. */
  readonly inboundEvents = this.#resource('inboundEvents');
  /** RADIUS sessions. */
  readonly networkSessions = this.#resource('networkSessions');
  /** The clock of a sandbox account. */
  readonly testClock = this.#resource('testClock');
  /** The OpenAPI document. */
  readonly openapi = this.#resource('openapi');

  /** @throws TypeError without credentials or without an address */
  constructor(options: DemarcOptions) {
    this.#transport = new Transport(options);
  }

  /**
   * Sends a request that has no method here, with retries and an idempotency key, and returns its envelope.
   * @param path from `/v1` on, with its query
   * @throws DemarcError, DemarcConnectionError
   */
  async request(method: string, path: string, body?: unknown, options: DryRunOptions = {}): Promise<unknown> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const answer = await this.#transport.send({ method, path, body: sent, options });
    return answer.body;
  }

  #resource<R extends keyof Surface>(name: R): Resource<R> {
    const rows = Object.entries<readonly [string, string, Kind?, number?]>(surface[name]);
    const methods = rows.map(([method, row]) => [method, (...given: unknown[]) => this.#call(row, given)]);
    // The table is typed by the document, and the arguments by the table.
    return Object.fromEntries(methods) as Resource<R>;
  }

  #call([method, template, kind, timeoutMs]: readonly [string, string, Kind?, number?], given: unknown[]) {
    const arguments_ = given.values();
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => idIn(arguments_.next().value, name));
    const others = [...arguments_];
    const isGiven = hasParameters(kind) && !(method !== 'GET' && others.length === 1 && isOptions(others[0]));
    const [parameters, options] = isGiven ? others : [undefined, ...others];
    const outgoing: Outgoing = { method, path, options: { timeoutMs, ...(options as DryRunOptions) } };
    const send = (more: Partial<Outgoing>) => this.#transport.send({ ...outgoing, ...more });
    const query = parameters as Record<string, unknown>;
    if (kind === 'list')
      return new List(({ limit, ...place }) => {
        // The cursor takes the place of the wanted page.
        const wanted = place.after === undefined ? query : { ...query, page: undefined };
        return send({ query: { limit, ...wanted, ...place } });
      });
    if (kind === 'feed') {
      const { after, ...others } = (query ?? {}) as { after?: string };
      return new Feed((place) => send({ query: { limit: 100, wait: 25, ...others, ...place } }), after);
    }
    if (kind === 'file') return new Call(send({ isFile: true }), (body) => body);
    if (kind === 'bare') return new Call(send({}), (body) => body);
    if (kind === 'query') return new Call(send({ query }), dataOf);
    const body = parameters === undefined ? undefined : JSON.stringify(parameters);
    if (kind === 'signed') return new Call(this.#signed(outgoing, body ?? ''), dataOf);
    return new Call(send({ body }), dataOf);
  }

  /** Sends an event with the signature of an integration, if the options have its secret. */
  async #signed(outgoing: Outgoing, body: string) {
    const { secret } = outgoing.options as SignedOptions;
    const signature = secret && (await hmac(secret, new TextEncoder().encode(body)));
    return this.#transport.send({
      ...outgoing,
      body,
      headers: signature ? { 'x-webhook-signature': signature } : {},
    });
  }
}

function hasParameters(kind: Kind | undefined): boolean {
  return kind === 'body' || kind === 'query' || kind === 'list' || kind === 'feed' || kind === 'signed';
}

const optionNames = new Set<keyof DryRunOptions>([
  ...(['signal', 'timeoutMs', 'maxRetries', 'correlationId'] as const),
  ...(['idempotencyKey', 'ifMatch', 'dryRun'] as const),
]);

/**
 * Whether an argument is the options, in the place of the optional parameters of a write. A filter of a list may have the name of
 * an option.
 */
function isOptions(given: unknown): boolean {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  return names.length > 0 && names.every((name) => optionNames.has(name as keyof DryRunOptions));
}

function idIn(id: unknown, name: string): string {
  if (typeof id !== 'string' || id === '') throw new TypeError(`${name} is missing.`);
  return encodeURIComponent(id);
}

/** The data of an envelope. A dry run has its events beside it. */
function dataOf(body: unknown): unknown {
  const { data, meta } = body as { data: unknown; meta?: { dryRun?: object } };
  return meta?.dryRun ? { data, ...meta.dryRun } : data;
}
