import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Form = Record<string, string>;
type Session = {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  metadata: Form;
  form: Form;
  /** The key of the account that it belongs to. */
  key: string;
};
type Refund = {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  currency?: string;
  status: string;
  failure_reason?: string;
  metadata: Form;
};
type Fault =
  | { status: number; error: object }
  | 'hang up'
  | 'after'
  /** The connection breaks at once, and the request is processed after this promise. */
  | { cutBefore: Promise<unknown> }
  /** The request is processed after this promise. */
  | { before: Promise<unknown> }
  /** The request is processed, and the response is sent after this promise. */
  | { answerAfter: Promise<unknown> };

/** The parameters of each request. Stripe rejects all others. */
const parameters: [method: string, path: RegExp, names: RegExp][] = [
  [
    'POST',
    /^\/v1\/checkout\/sessions$/,
    /^(mode|client_reference_id|success_url|cancel_url|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|metadata\[\w+\]|payment_intent_data\[(description|metadata\]\[\w+)\])$/,
  ],
  ['POST', /^\/v1\/checkout\/sessions\/\w+\/expire$/, /^$/],
  ['POST', /^\/v1\/refunds$/, /^(payment_intent|amount|metadata\[\w+\])$/],
  ['GET', /^\/v1\/balance$/, /^$/],
  ['GET', /^\/v1\/payment_intents\/\w+$/, /^$/],
  ['GET', /^\/v1\/refunds$/, /^(payment_intent|limit|starting_after)$/],
];

/** Statuses of requests that Stripe rejects before it executes them, so that their key is not used. */
const beforeExecution = [401, 403, 429];

/** The statuses of a refund that returned no money. */
const gaveNothing = ['failed', 'canceled'];

const invalid = (message: string, more: object = {}): [number, object] => [
  400,
  { error: { type: 'invalid_request_error', message, ...more } },
];

export const SECRET_KEY = 'sk_test_fake';
export const WEBHOOK_SECRET = 'whsec_fake';

/**
 * The part of Stripe's API that Demarc uses, over real HTTP. Requests are form-encoded, have a bearer key and no unknown
 * parameters. An idempotency key repeats its response, errors 500 included. With other parameters, or before the first
 * response, it is refused. Refunds may be pending and never exceed the payment. `pay` and similar functions act as the
 * payer and return the event that Stripe sends.
 */
export async function startFakeStripe() {
  /** The keys of the accounts that exist. An account has its own sessions. */
  const keys = new Set([SECRET_KEY]);
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];
  /** Responses by idempotency key. Without a response while the first request runs. */
  const answered = new Map<string, { print: string; status?: number; body?: string }>();
  const faults: Fault[] = [];
  const requests: { method: string; path: string; form: Form; idempotencyKey: string | undefined }[] = [];
  const answers: { path: string; status: number; idempotencyKey: string | undefined }[] = [];
  let newRefundsPend = false;

  const server = createServer((req, res) => void serve(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(req.url ?? '/', 'http://stripe');
    const form = Object.fromEntries(new URLSearchParams(req.method === 'GET' ? url.search : text));
    const key = req.headers['idempotency-key'] as string | undefined;
    requests.push({ method: req.method ?? '', path: url.pathname, form, idempotencyKey: key });
    const fault = faults.shift();
    if (fault === 'hang up') {
      req.socket.destroy();
      return;
    }
    const send = (status: number, body: object | string) => {
      answers.push({ path: url.pathname, status, idempotencyKey: key });
      if (fault === 'after') req.socket.destroy();
      else {
        const retry = status === 409 ? 'true' : 'false';
        res
          .writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': retry })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      }
    };
    const account = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (!keys.has(account)) {
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    const print = `${req.method} ${url.pathname} ${new URLSearchParams(form)}`;
    const kept = key === undefined ? undefined : answered.get(key);
    if (kept && kept.print !== print) {
      return send(400, {
        error: { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' },
      });
    }
    if (kept?.status && kept.body) return send(kept.status, kept.body);
    if (kept) {
      const message = 'There is currently another in-progress request using this key.';
      return send(409, {
        error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message },
      });
    }
    const unknown = unknownParameter(req.method ?? '', url.pathname, form);
    if (unknown !== undefined) {
      // Rejected by validation, so the key is not used.
      return send(
        ...invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown }),
      );
    }
    if (key !== undefined) answered.set(key, { print });
    if (typeof fault === 'object' && 'before' in fault) await fault.before;
    if (typeof fault === 'object' && 'cutBefore' in fault) {
      req.socket.destroy();
      await fault.cutBefore;
    }
    const [status, body] =
      typeof fault === 'object' && 'status' in fault
        ? [fault.status, { error: fault.error }]
        : route(req.method ?? '', url.pathname, form, account);
    if (typeof fault === 'object' && 'answerAfter' in fault) await fault.answerAfter;
    if (key !== undefined) {
      if (beforeExecution.includes(status)) answered.delete(key);
      else answered.set(key, { print, status, body: JSON.stringify(body) });
    }
    send(status, body);
  }

  function unknownParameter(method: string, path: string, form: Form): string | undefined {
    const names = parameters.find(([its, paths]) => its === method && paths.test(path))?.[2];
    return names && Object.keys(form).find((name) => !names.test(name));
  }

  function route(method: string, path: string, form: Form, key: string): [number, object] {
    if (method === 'GET' && path === '/v1/balance') {
      return [200, { object: 'balance', livemode: key.includes('_live_'), available: [], pending: [] }];
    }
    if (method === 'POST' && path === '/v1/checkout/sessions') return [200, newSession(form, key)];
    const expiring = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1];
    if (method === 'POST' && expiring) return expire(expiring, key);
    if (method === 'POST' && path === '/v1/refunds') return newRefund(form, key);
    if (method === 'GET' && path === '/v1/refunds') {
      return [200, { object: 'list', ...pageOf(form), url: path }];
    }
    const intent = /^\/v1\/payment_intents\/(\w+)$/.exec(path)?.[1];
    if (method === 'GET' && intent) return intentOf(intent, key);
    return [404, { error: { type: 'invalid_request_error', message: `Unrecognized request URL (${path})` } }];
  }

  function newSession(form: Form, key: string): Session {
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.test/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total:
        Number(form['line_items[0][price_data][unit_amount]']) * Number(form['line_items[0][quantity]']),
      currency: form['line_items[0][price_data][currency]'] ?? '',
      payment_intent: null,
      metadata: nested(form, 'metadata'),
      form,
      key,
    };
    sessions.set(id, session);
    return session;
  }

  /** The payment intent of a session that was confirmed, with the metadata that the session gave to it. */
  function intentOf(id: string, key: string): [number, object] {
    const session = [...sessions.values()].find((each) => each.payment_intent === id && each.key === key);
    if (!session) {
      const message = `No such payment_intent: '${id}'`;
      return [
        404,
        { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'intent', message } },
      ];
    }
    const { amount_total: amount, currency, payment_status, form } = session;
    const status = payment_status === 'paid' ? 'succeeded' : 'processing';
    const metadata = nested(form, 'payment_intent_data[metadata]');
    return [200, { id, object: 'payment_intent', amount, currency, status, metadata, livemode: false }];
  }

  function expire(id: string, key: string): [number, object] {
    const session = sessions.get(id);
    if (session?.key !== key || session.status !== 'open')
      return invalid('Only open sessions can be expired.');
    session.status = 'expired';
    return [200, session];
  }

  function newRefund(form: Form, key: string): [number, object] {
    const { payment_intent: intent = '', amount } = form;
    const own = [...sessions.values()].filter((session) => session.key === key);
    const paid = own.find((session) => session.payment_intent === intent);
    const back = refunds
      .filter(({ payment_intent, status }) => payment_intent === intent && !gaveNothing.includes(status))
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (paid?.payment_status !== 'paid' || back + Number(amount) > paid.amount_total) {
      const message = 'Refund amount is greater than unrefunded amount on charge';
      const code = back > 0 && back === paid?.amount_total ? { code: 'charge_already_refunded' } : {};
      return invalid(message, code);
    }
    const refund: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      payment_intent: intent,
      amount: Number(amount),
      currency: paid.currency,
      status: newRefundsPend ? 'pending' : 'succeeded',
      metadata: nested(form, 'metadata'),
    };
    refunds.push(refund);
    return [200, refund];
  }

  /** The newest refunds of a payment first. */
  function pageOf({ payment_intent: intent, limit = '10', starting_after: after }: Form) {
    const all = refunds.filter((refund) => refund.payment_intent === intent).toReversed();
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    const to = from + Number(limit);
    return { data: all.slice(from, to), has_more: to < all.length };
  }

  const event = (type: string, object: object, over: object = {}) => ({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    livemode: false,
    created: Math.floor(Date.now() / 1_000),
    data: { object: structuredClone(object) },
    ...over,
  });

  function completed(
    session: Session,
    payment_status: Session['payment_status'],
    over: Partial<Session> = {},
  ) {
    session.payment_intent ??= `pi_${session.id.slice(-12)}`;
    Object.assign(session, { status: 'complete', payment_status });
    return event('checkout.session.completed', { ...session, ...over });
  }

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    sessions,
    refunds,
    requests,
    /** The responses in order. */
    answers,
    /**
     * What happens to the next requests: an answer, a connection that breaks, one that breaks after the work, or work or
     * an answer that waits.
     */
    faults,
    /** Removes the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => answered.clear(),
    /** Sets whether new refunds are pending. */
    refundsPend(pend: boolean) {
      newRefundsPend = pend;
    },
    /** Staff refund a part of a payment in the dashboard. Such a refund has no metadata of ours. Returns the events. */
    refundInDashboard({ payment_intent, currency }: Session, amount: number, status = 'succeeded') {
      const id = `re_${refunds.length + 1}`;
      const made = {
        id,
        object: 'refund' as const,
        payment_intent: payment_intent ?? '',
        amount,
        currency,
        status,
        metadata: {},
      };
      refunds.push(made);
      return [event('refund.created', made), event('refund.updated', made)];
    },
    /** The payer disputes a payment. Returns the events about the dispute. */
    dispute(
      { payment_intent, currency }: Session,
      facts: { amount: number; reason: string; currency?: string },
    ) {
      const id = `du_${randomUUID().slice(0, 8)}`;
      const created = Math.floor(Date.now() / 1_000);
      return (type: 'created' | 'updated' | 'closed', status: string) =>
        event(`charge.dispute.${type}`, {
          id,
          object: 'dispute',
          payment_intent,
          currency,
          created,
          status,
          ...facts,
        });
    },
    /** A pending refund succeeds. */
    refundSucceeds(refund: Refund) {
      refund.status = 'succeeded';
      return event('refund.updated', refund);
    },
    /** A refund fails or is canceled. Returns the events that Stripe sends about it. */
    refundFails(refund: Refund, status: 'failed' | 'canceled' = 'failed') {
      Object.assign(refund, {
        status,
        ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
      });
      const types = [
        'refund.updated',
        'charge.refund.updated',
        ...(status === 'failed' ? ['refund.failed'] : []),
      ];
      return types.map((type) => event(type, refund));
    },
    event,
    /** The payer pays by card. */
    pay: (session: Session, over?: Partial<Session>) => completed(session, 'paid', over),
    /** The payer starts a bank debit, which takes days. */
    payLater: (session: Session) => completed(session, 'unpaid'),
    debitSucceeds(session: Session) {
      session.payment_status = 'paid';
      return event('checkout.session.async_payment_succeeded', session);
    },
    debitFails: (session: Session) => event('checkout.session.async_payment_failed', session),
    /** A card is declined. The session stays open. */
    decline: (session: Session, decline_code: string) =>
      event('payment_intent.payment_failed', {
        id: `pi_${session.id.slice(-12)}`,
        object: 'payment_intent',
        metadata: nested(session.form, 'payment_intent_data[metadata]'),
        last_payment_error: { type: 'card_error', code: 'card_declined', decline_code },
      }),
    timeIsUp(session: Session) {
      session.status = 'expired';
      return event('checkout.session.expired', session);
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** The nested fields of a form: `metadata[a]=1` is `{a: '1'}` for `metadata`. */
function nested(form: Form, name: string): Form {
  const below = Object.entries(form).filter(([field]) => field.startsWith(`${name}[`));
  return Object.fromEntries(below.map(([field, value]) => [field.slice(name.length + 1, -1), value]));
}

/** A `Stripe-Signature` over a body, `at` seconds since 1970. */
export function stripeSignature(
  body: string,
  { secret = WEBHOOK_SECRET, at = Date.now() / 1_000 } = {},
): string {
  const t = Math.floor(at);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}
