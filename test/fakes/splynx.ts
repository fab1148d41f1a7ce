import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Service = Record<string, unknown> & { id: string; customer_id: string };
/** An error answer, an answer as it is, a connection that breaks before the work is done, or one that breaks after it. */
type Fault = { status: number; message?: string; text?: string } | 'hang up' | 'after';

export const API_KEY = 'key-of-the-fake-0007';
export const API_SECRET = 'secret of the fake';

const SERVICES = /^\/api\/2\.0\/admin\/customers\/customer\/(\d+)\/internet-services(?:--(\d+))?$/;

/**
 * The part of Splynx's API v2 that Demarc uses, over real HTTP: signed requests with increasing nonces, a customer's
 * services, 201, 202 and 204 for create, change and delete, and errors in an envelope.
 */
export async function startFakeSplynx() {
  const services = new Map<string, Service>();
  const customers = new Set(['77']);
  const requests: string[] = [];
  const faults: Fault[] = [];
  // `staleNonces` counts the requests refused for their nonce.
  const fake = {
    apiSecret: API_SECRET,
    keepsOrigin: true,
    beforeAnswer: async (_: string) => {},
    lastNonce: 0,
    staleNonces: 0,
  };
  let lastId = 5000;

  const server = createServer((req, res) => void serve(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const method = req.method ?? '';
    requests.push(method);
    const fault = faults.shift();
    if (fault === 'hang up') {
      req.socket.destroy();
      return;
    }
    if (typeof fault === 'object' && fault.text !== undefined) {
      res.writeHead(fault.status).end(fault.text);
      return;
    }
    const [status, body] =
      typeof fault === 'object'
        ? refusal(fault.status, fault.message ?? 'Out of order')
        : isSigned(req.headers.authorization)
          ? route(method, req.url ?? '', text === '' ? {} : JSON.parse(text))
          : refusal(401, 'Unauthorized');
    await fake.beforeAnswer(method);
    if (fault === 'after') req.socket.destroy();
    else res.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
  }

  function isSigned(authorization = ''): boolean {
    const given = new URLSearchParams(/^Splynx-EA \((.*)\)$/.exec(authorization)?.[1]);
    const nonce = Number(given.get('nonce'));
    const signature = createHmac('sha256', fake.apiSecret).update(`${nonce}${API_KEY}`).digest('hex');
    const isRight = given.get('key') === API_KEY && given.get('signature') === signature.toUpperCase();
    if (!isRight) return false;
    if (nonce <= fake.lastNonce) {
      fake.staleNonces++;
      return false;
    }
    fake.lastNonce = nonce;
    return true;
  }

  function route(method: string, url: string, attributes: Partial<Service>): [number, unknown?] {
    const [, customerId = '', id] = SERVICES.exec(url) ?? [];
    if (!customers.has(customerId)) return refusal(404, 'There is no such customer');
    if (id === undefined) {
      if (method === 'GET') return [200, [...services.values()].filter((s) => s.customer_id === customerId)];
      return method === 'POST' ? make(customerId, attributes) : refusal(405, 'Method not allowed');
    }
    const service = services.get(id);
    if (service?.customer_id !== customerId) return refusal(404, 'There is no such service');
    if (method === 'DELETE') {
      services.delete(id);
      return [204];
    }
    Object.assign(service, attributes);
    return [202];
  }

  function make(customerId: string, attributes: Partial<Service>): [number, unknown] {
    for (const needed of ['tariff_id', 'description', 'start_date', 'status', 'login']) {
      if (!attributes[needed]) return refusal(422, `${needed} cannot be blank`);
    }
    const id = String(++lastId);
    const { additional_attributes: origin, ...rest } = attributes;
    services.set(id, {
      ...rest,
      ...(fake.keepsOrigin && { additional_attributes: origin }),
      id,
      customer_id: customerId,
    });
    return [201, { id: Number(id) }];
  }

  function refusal(code: number, message: string): [number, object] {
    return [code, { error: { code, message, internal_code: '' } }];
  }

  return Object.assign(fake, {
    /** By host name, which the guard for outgoing requests allows in tests. */
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    services,
    customers,
    /** The methods of all requests, in order. */
    requests,
    /** The faults of the next requests. */
    faults,
    all: () => [...services.values()],
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  });
}

export type FakeSplynx = Awaited<ReturnType<typeof startFakeSplynx>>;
