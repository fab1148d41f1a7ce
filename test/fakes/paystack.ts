import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;

export type Transaction = {
  id: number;
  key: string;
  reference: string;
  amount: number;
  currency: string;
  status: 'ongoing' | 'abandoned' | 'failed' | 'success';
  body: Body;
};

export type PaystackRefund = {
  id: number;
  transaction: number;
  amount: number;
  currency: string;
  status: 'pending' | 'processing' | 'processed' | 'failed';
  merchant_note: string;
  dispute: number | null;
};

/** What happens to the next request: an answer, or a connection that breaks before or after the work. */
type Fault = 'none' | { status: number; body: object | string } | 'hang up' | 'after';

const currencies = ['NGN', 'GHS', 'ZAR', 'KES', 'USD'];

/** The fields of each request. Paystack refuses what it does not know. */
const fields: Record<string, string[]> = {
  '/transaction/initialize': ['email', 'amount', 'currency', 'reference', 'callback_url', 'metadata'],
  '/refund': ['transaction', 'amount', 'currency', 'customer_note', 'merchant_note'],
};

const refuse = (status: number, message: string, code?: string): [number, object] => [
  status,
  { status: false, message, ...(code && { code, type: 'validation_error' }) },
];
const done = (message: string, data: unknown): [number, object] => [200, { status: true, message, data }];

/**
 * The part of Paystack's API that Demarc uses, over real HTTP, as strict as it: a reference has letters, digits and `-.=` only and
 * is used once, refunds have no idempotency key and never exceed the transaction, webhooks about refunds name the transaction
 * only. `pay` and similar functions act as the payer and return the webhook that Paystack sends.
 */
export async function startFakePaystack() {
  /** The keys of the accounts that exist. */
  const keys = new Set<string>();
  const transactions: Transaction[] = [];
  const refunds: PaystackRefund[] = [];
  const faults: Fault[] = [];
  const requests: { method: string; path: string; body: Body }[] = [];

  const server = createServer((req, res) => void serve(req, res));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const url = new URL(req.url ?? '/', 'http://paystack');
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    requests.push({ method: req.method ?? '', path: url.pathname, body });
    const send = (status: number, answer: object | string) =>
      res
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    const fault = faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    if (typeof fault === 'object') return void send(fault.status, fault.body);
    const [status, answer] = route(req, url, body);
    if (fault === 'after') return void req.socket.destroy();
    send(status, answer);
  }

  function route(req: IncomingMessage, url: URL, body: Body): [number, object] {
    const key = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if (!keys.has(key)) return refuse(401, 'Invalid key', 'invalid_Key');
    const { pathname } = url;
    if (req.method === 'GET' && pathname === '/balance') {
      return done('Balances retrieved', [{ currency: 'NGN', balance: 0 }]);
    }
    const unknown = Object.keys(body).find((field) => !fields[pathname]?.includes(field));
    if (req.method === 'POST' && unknown) return refuse(400, `Unknown field ${unknown}`);
    if (req.method === 'POST' && pathname === '/transaction/initialize') return initialize(key, body);
    const [, reference] = /^\/transaction\/verify\/([^/]+)$/.exec(pathname) ?? [];
    if (req.method === 'GET' && reference) return verify(key, decodeURIComponent(reference));
    if (req.method === 'POST' && pathname === '/refund') return newRefund(key, body);
    if (req.method === 'GET' && pathname === '/refund') return listRefunds(key, url.searchParams);
    return refuse(404, 'Not found');
  }

  function initialize(key: string, body: Body): [number, object] {
    const { email, amount, currency, reference } = body as Record<string, string>;
    if (!/^[^@\s]+@[^@\s]+$/.test(String(email)))
      return refuse(400, 'Invalid Email Address Passed', 'invalid_email');
    if (!/^[1-9]\d*$/.test(String(amount))) return refuse(400, 'Invalid Amount Sent', 'invalid_amount');
    if (!currencies.includes(String(currency)))
      return refuse(403, 'Currency not supported by merchant', 'unsupported_currency');
    if (!/^[A-Za-z0-9\-.=]{1,100}$/.test(String(reference))) {
      return refuse(400, 'Invalid character in transaction reference', 'invalid_reference');
    }
    if (transactions.some((each) => each.key === key && each.reference === reference)) {
      return refuse(400, 'Duplicate Transaction Reference', 'duplicate_reference');
    }
    transactions.push({
      ...{ id: randomInt(10 ** 9, 10 ** 10), key, reference: String(reference), amount: Number(amount) },
      ...{ currency: String(currency), status: 'ongoing', body },
    });
    const access_code = randomUUID().slice(0, 13).replace('-', '');
    return done('Authorization URL created', {
      ...{ authorization_url: `https://checkout.paystack.test/${access_code}`, access_code, reference },
    });
  }

  const dataOf = ({ id, reference, amount, currency, status, body, key }: Transaction) => ({
    ...{ id, reference, amount, currency, status, metadata: body.metadata },
    domain: key.startsWith('sk_live_') ? 'live' : 'test',
    gateway_response: status === 'success' ? 'Successful' : 'Declined',
  });

  function verify(key: string, reference: string): [number, object] {
    const found = transactions.find((each) => each.key === key && each.reference === reference);
    return found
      ? done('Verification successful', dataOf(found))
      : refuse(400, 'Transaction reference not found.', 'transaction_not_found');
  }

  function newRefund(key: string, { transaction, amount, currency, merchant_note }: Body): [number, object] {
    const paid = transactions.find(
      (each) =>
        each.key === key && (String(each.id) === String(transaction) || each.reference === transaction),
    );
    if (paid?.status !== 'success') return refuse(404, 'Transaction not found', 'transaction_not_found');
    const back = refunds
      .filter((each) => each.transaction === paid.id && each.status !== 'failed')
      .reduce((total, each) => total + each.amount, 0);
    if (back === paid.amount)
      return refuse(400, 'Transaction has been fully reversed', 'transaction_reversed');
    if (!Number.isInteger(amount) || back + Number(amount) > paid.amount || currency !== paid.currency) {
      return refuse(400, 'Refund amount cannot be more than transaction amount', 'invalid_amount');
    }
    const refund: PaystackRefund = {
      ...{ id: randomInt(10 ** 6, 10 ** 7), transaction: paid.id, amount: Number(amount) },
      ...{ currency: paid.currency, status: 'pending', merchant_note: String(merchant_note ?? '') },
      dispute: null,
    };
    refunds.push(refund);
    return done('Refund has been queued for processing', { ...refund, transaction: dataOf(paid) });
  }

  function listRefunds(key: string, query: URLSearchParams): [number, object] {
    const unknown = [...query.keys()].find(
      (name) => !['transaction', 'currency', 'perPage', 'page'].includes(name),
    );
    if (unknown) return refuse(400, `Unknown field ${unknown}`);
    const own = new Set(transactions.filter((each) => each.key === key).map(({ id }) => id));
    const found = refunds.filter(
      ({ transaction }) => own.has(transaction) && String(transaction) === query.get('transaction'),
    );
    return done('Refunds retrieved', found);
  }

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    transactions,
    refunds,
    faults,
    requests,
    /** The payer pays. @returns the webhook */
    pay(transaction: Transaction, over: object = {}) {
      transaction.status = 'success';
      return { event: 'charge.success', data: { ...dataOf(transaction), ...over } };
    },
    /** A refund ends. @returns the webhook, which does not name the refund */
    refundEnds(refund: PaystackRefund, status: 'processed' | 'failed') {
      refund.status = status;
      const paid = transactions.find(({ id }) => id === refund.transaction);
      return {
        event: `refund.${status}`,
        data: {
          ...{ status, transaction_reference: paid?.reference, refund_reference: null },
          ...{ amount: String(refund.amount), currency: refund.currency, domain: 'test', integration: 1 },
        },
      };
    },
    /** A refund made in the dashboard, or by Paystack because of a dispute. */
    refundInDashboard(transaction: Transaction, amount: number, dispute: number | null = null) {
      const refund: PaystackRefund = {
        ...{ id: randomInt(10 ** 6, 10 ** 7), transaction: transaction.id, amount },
        ...{
          currency: transaction.currency,
          status: 'pending',
          merchant_note: 'Refund for a customer',
          dispute,
        },
      };
      refunds.push(refund);
      return refund;
    },
    /** A dispute of a transaction: the webhook about its state. */
    dispute(
      transaction: Transaction,
      name: 'create' | 'remind' | 'resolve',
      { id, resolution = null }: { id: number; resolution?: string | null },
    ) {
      return {
        event: `charge.dispute.${name}`,
        data: {
          ...{ id, refund_amount: transaction.amount, currency: null, resolution, category: 'chargeback' },
          status: name === 'resolve' ? 'resolved' : 'awaiting-merchant-feedback',
          ...{ domain: 'test', transaction: dataOf(transaction), transaction_reference: null },
          ...{
            createdAt: '2026-11-20T10:00:00.000Z',
            resolvedAt: name === 'resolve' ? '2026-11-25T10:00:00.000Z' : null,
          },
        },
      };
    },
    dataOf,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(closed);
      }),
  };
}

export type FakePaystack = Awaited<ReturnType<typeof startFakePaystack>>;

/** `x-paystack-signature` over a body. */
export function paystackSignature(body: string, key: string): string {
  return createHmac('sha512', key).update(body).digest('hex');
}
