import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { SECOND_MS } from '../clock.ts';
import { jsonTextFault } from '../contract/json-faults.ts';
import { objectOf } from '../json-values.ts';
import { standInOf } from '../stand-ins.ts';
import { guardedConnector } from '../webhooks/connect.ts';
import { externalId, isEndedStatus } from './adapter.ts';
import { type Connection, type DesiredService, type ExternalApi, ExternalApiError } from './external-api.ts';

/** The limit of one call with its answer, in ms. */
const CALL_MS = 10 * SECOND_MS;

/** The longest answer that is read, in bytes. A customer's list of services is far shorter. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const agentFor = (livemode: boolean) => new Agent({ connect: guardedConnector(livemode, CALL_MS) });
const agents = { live: agentFor(true), sandbox: agentFor(false) };

/** Whether Splynx is unavailable: it refuses the API key, limits the rate, or has an error. */
const isUnavailable = (status: number) => [401, 403, 408, 429].includes(status) || status >= 500;

/** The part of Splynx's API v2 that outbound sync needs. */
export function splynxApi(connection: Connection): ExternalApi {
  const call = (method: Method, path: string, body?: object) => callSplynx(connection, method, path, body);
  const { providerId } = connection;
  return {
    async find({ customerId, subscriptionId, login }) {
      const listed = await call('GET', servicesOf(customerId));
      if (!Array.isArray(listed)) throw new ExternalApiError('The answer is not a list.', 'unavailable');
      const own = listed.map(objectOf).find((service) => {
        const origin = objectOf(service.additional_attributes);
        const hasOrigin = origin.origin_id === providerId && origin.origin_subscription_id === subscriptionId;
        const hasLogin = login !== null && service.login === login;
        return (hasOrigin || hasLogin) && !isEndedStatus(service.status) && !isSet(service.deleted);
      });
      return own ? externalId(own.id) : null;
    },
    async create(service) {
      const answer = await call('POST', servicesOf(service.customerId), {
        ...attributesOf(service),
        start_date: service.startsAt.toISOString().slice(0, 10),
        quantity: 1,
        // Demarc bills the service. With a price, Splynx would bill it as well.
        unit_price: '0',
        taking_ipv4: '0',
        additional_attributes: { origin_id: providerId, origin_subscription_id: service.subscriptionId },
      });
      const id = externalId(objectOf(answer).id);
      if (id === null) throw new ExternalApiError('The answer has no service id.', 'unavailable');
      return id;
    },
    async change(id, service) {
      // A new tariff sets the price, so the price is reset to 0.
      await call('PUT', `${servicesOf(service.customerId)}--${id}`, {
        ...attributesOf(service),
        unit_price: '0',
      });
    },
    async end(id, customerId) {
      await call('DELETE', `${servicesOf(customerId)}--${id}`);
    },
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function servicesOf(customerId: string): string {
  return `customers/customer/${encodeURIComponent(customerId)}/internet-services`;
}

function attributesOf({ tariffId, status, login, description }: DesiredService) {
  return { tariff_id: tariffId, status, login, description };
}

const isSet = (flag: unknown) => flag === '1' || flag === 1 || flag === true;

/** The guard of addresses. The stand-in of the demo is on this machine and has an address that no partner chooses. */
function dispatcherOf({ apiKey, livemode }: Connection) {
  return standInOf(apiKey) === undefined ? { dispatcher: livemode ? agents.live : agents.sandbox } : {};
}

/** Splynx requires each nonce of a key to be above the last one. */
async function authorization({ apiKey, apiSecret, nextNonce }: Connection): Promise<string> {
  const nonce = await nextNonce();
  const signature = createHmac('sha256', apiSecret).update(`${nonce}${apiKey}`).digest('hex').toUpperCase();
  return `Splynx-EA (${new URLSearchParams({ key: apiKey, nonce: String(nonce), signature })})`;
}

/** @throws ExternalApiError */
async function callSplynx(
  connection: Connection,
  method: Method,
  path: string,
  body?: object,
): Promise<unknown> {
  const base = standInOf(connection.apiKey) ?? connection.baseUrl;
  const url = `${base.replace(/\/+$/, '')}/api/2.0/admin/${path}`;
  const { status, bytes } = await send(url, connection, method, body);
  if (status >= 200 && status < 300) return parsed(bytes);
  const reason = messageIn(bytes);
  const message = `${method} was answered with ${status}${reason && `: ${reason}`}`;
  if (status === 404) throw new ExternalApiError(message, 'missing');
  throw new ExternalApiError(message, isUnavailable(status) ? 'unavailable' : 'refused');
}

async function send(url: string, connection: Connection, method: Method, body?: object) {
  const signed = await authorization(connection);
  try {
    const response = await request(url, {
      method,
      headers: {
        authorization: signed,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...dispatcherOf(connection),
      signal: AbortSignal.timeout(CALL_MS),
    });
    return { status: response.statusCode, bytes: await bytesOf(response.body) };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ExternalApiError(`${method} got no answer: ${reason}`, 'unavailable', error);
  }
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws ExternalApiError, also for what would take long to parse: the address of the system is the partner's choice */
function parsed(bytes: Buffer): unknown {
  const fault = jsonTextFault(bytes);
  if (fault) throw new ExternalApiError('The answer has too many values.', 'unavailable');
  try {
    return bytes.length === 0 ? null : JSON.parse(bytes.toString());
  } catch (error) {
    throw new ExternalApiError('The answer is not JSON.', 'unavailable', error);
  }
}

/** Splynx's error message, cut to 300 characters. PostgreSQL stores no NUL in a text. */
function messageIn(bytes: Buffer): string {
  let message: unknown;
  try {
    message = objectOf(objectOf(parsed(bytes)).error).message;
  } catch {
    message = bytes.toString();
  }
  return typeof message === 'string' ? message.slice(0, 300).replaceAll('\0', '') : '';
}
