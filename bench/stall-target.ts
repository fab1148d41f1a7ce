import { request } from 'node:http';

/** A request as it goes over the wire. */
export type Wire = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};

/** The server that is attacked, the access of one account, and the ids of what the account has. */
export type Target = {
  address: string;
  /** The headers of the account's API key. */
  api: Record<string, string>;
  /** The cookie of its owner, who is signed in, and the owner's password. */
  cookie: string;
  password: string;
};

export type Ids = {
  plan: string;
  subscriber: string;
  subscription: string;
  invoice: string;
  webhook: string;
  native: string;
  splynx: string;
  job: string;
  renamed: string;
  /** The path at which a gateway for SMS reports, and an email with thousands of paragraphs. */
  smsHook: string;
  email: string;
};

/** The longest wait for a whole answer, in ms, and for the figure of the meter. */
export const TIMEOUT_MS = 60_000;

/** Sends a request and reads its whole answer. The status is 0 when the connection ends or the answer is not complete in time. */
export function send(
  { address }: Pick<Target, 'address'>,
  wire: Wire,
  timeoutMs = TIMEOUT_MS,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const { method, path, body } = wire;
    const headers = {
      ...wire.headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('close', () => {
        const status = answer.complete ? (answer.statusCode ?? 0) : 0;
        resolve({ status, text: Buffer.concat(chunks).toString() });
      });
    });
    // A time limit of the socket would begin again with each part.
    const late = setTimeout(() => sent.destroy(), timeoutMs);
    sent.on('close', () => clearTimeout(late));
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}

/** A request of the account's API key. */
export function rest(target: Target, method: string, path: string, body?: unknown): Wire {
  return {
    method,
    path,
    headers: { ...target.api, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  };
}

/** A request of the page that the account's owner has open. */
export function page(
  target: Target,
  method: string,
  path: string,
  body?: string | Buffer,
  type = 'json',
): Wire {
  return {
    method,
    path,
    headers: {
      cookie: target.cookie,
      origin: target.address,
      ...(body === undefined ? {} : { 'content-type': type === 'json' ? 'application/json' : type }),
    },
    body,
  };
}

/** As much metadata as a resource can have, of characters that JSON and UTF-8 lengthen. A field that may be secret is masked in the log. */
const metadata = (n: number) =>
  Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [i === 0 ? 'password' : `key_${i}`, `${n}`.padEnd(500, '漢"')]),
  );

/** How many events have it. */
const LONG_EVENTS = 100;

/** How often a subscriber was renamed, whose erasure searches for all the names. */
const RENAMED = 80;

const nameOf = (i: number) => ({
  ...{ firstName: `First ${i} ${'x'.repeat(60)}`, lastName: `Last ${i} ${'y'.repeat(60)}` },
  ...{ email: `renamed-${i}@example.com`, phone: `+2547229990${String(i).padStart(2, '0')}` },
});

/** Confirms the erasure of the subscriber who was renamed. */
export const LAST_NAME = `${nameOf(RENAMED).firstName} ${nameOf(RENAMED).lastName}`;

/** Gives the account one of each resource, with texts that are hard to export. */
export async function fillAccount(target: Target): Promise<Ids> {
  async function ok(wire: Wire) {
    const { status, text } = await send(target, wire);
    if (status < 200 || status >= 300) throw new Error(`${wire.method} ${wire.path}: ${status} ${text}`);
    return JSON.parse(text);
  }
  const made = async (path: string, body: object) => (await ok(rest(target, 'POST', path, body))).data;
  const plan = await made('/v1/plans', {
    ...{ planName: 'Stalls', planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 },
    ...{ priceAmount: 100, priceCurrency: 'USD', billingCycleDays: 30 },
  });
  const subscriber = await made('/v1/subscribers', {
    ...{ firstName: 'Grace', lastName: 'Achieng', email: 'stalls@example.com', phone: '+254711999001' },
  });
  const point = await made('/v1/demarcation-points', { name: 'Cabinet', accessType: 'FIBER' });
  const subscription = await made('/v1/subscriptions', {
    ...{ subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id },
  });
  await made('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const invoices = await ok(rest(target, 'GET', `/v1/invoices?subscriptionId=${subscription.id}`));
  const webhook = await made('/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  const integration = (adapter: string) =>
    made('/v1/integrations', { name: `Stalls ${adapter}`, adapter, signing: 'none' });
  const [native, splynx] = [await integration('native'), await integration('splynx')];
  const rows = Array.from(
    { length: 8 },
    (_, i) =>
      `${i},${Array(100)
        .fill(`x${'\t'.repeat(1_900)}x`)
        .join(',')}`,
  );
  const names = Array.from({ length: 100 }, (_, i) => `Extra ${i}`);
  const file = `Customer ID,${names.join(',')}\n${rows.join('\n')}\n`;
  const { id: job } = await ok(
    page(target, 'POST', '/api/imports/subscribers?name=tabs.csv', file, 'text/csv'),
  );
  const check = {
    id: job,
    mapping: { externalUserId: 'Customer ID' },
    defaults: { firstName: 'Ada', lastName: '-', email: 'x', phone: 'x' },
  };
  await ok(page(target, 'POST', '/api/trpc/job.check', JSON.stringify(check)));
  const renamed = await made('/v1/subscribers', nameOf(0));
  for (let i = 1; i <= RENAMED; i++) {
    await ok(rest(target, 'PUT', `/v1/subscribers/${renamed.id}`, nameOf(i)));
  }
  await made(`/v1/subscribers/${renamed.id}/terminate`, {});
  const twilio = { gateway: 'twilio', accountSid: `AC${'0'.repeat(32)}`, authToken: 'x', sender: 'Stalls' };
  const account = await ok(page(target, 'POST', '/api/trpc/messageAccount.save', JSON.stringify(twilio)));
  const email = await made('/v1/messages', {
    ...{ subscriberId: subscriber.id, channel: 'EMAIL', subject: 'Stalls' },
    text: `{{ "${'a'.repeat(1_600)}" | replace: "a", "a\n\na\n\n" }}`,
  });
  for (let n = 0; n < LONG_EVENTS; n++) {
    await ok(rest(target, 'PATCH', `/v1/subscriptions/${subscription.id}`, { metadata: metadata(n) }));
  }
  return {
    ...{ plan: plan.id, subscriber: subscriber.id, subscription: subscription.id, renamed: renamed.id },
    ...{ invoice: invoices.data[0].id, webhook: webhook.id, native: native.id, splynx: splynx.id, job },
    ...{ smsHook: new URL(account.result.data.reportUrl).pathname, email: email.id },
  };
}
