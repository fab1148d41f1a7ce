import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { useApi } from './api.ts';
import { externalSystem } from './external-system.ts';

type Api = ReturnType<typeof useApi>;

export const MODELS = {
  customer: 'models\\common\\customers\\Customers',
  service: 'models\\common\\customers\\ServicesInternet',
};

/** The body of an event as Splynx sends it: all attributes are strings. */
export function splynxEvent(model: string, action: string, attributes: object, more: object = {}) {
  return {
    type: 'event',
    call: `${model === MODELS.customer ? 'customer' : 'internet_service'}/${action}`,
    data: {
      source: 'admin',
      model,
      action,
      date: '2026-01-15',
      time: '13:12:56',
      administrator_id: '1',
      customer_id: '77',
      result: 'success',
      attributes,
      attributes_additional: [],
      changed_attributes: null,
      extra: null,
      errors: null,
      ip: '192.168.77.242',
      ...more,
    },
  };
}

/** The attributes of customer 77, and of its service 1001 on tariff 2. */
export const CUSTOMER = {
  id: '77',
  billing_type: 'recurring',
  partner_id: '1',
  location_id: '1',
  added_by: 'admin',
  login: '000077',
  category: 'person',
  password: '5d36363a',
  name: 'Ada Lovelace',
  email: 'ada.splynx@example.com',
  phone: '+254712345601',
  street_1: '',
  city: '',
  status: 'active',
  last_update: '2026-01-15 13:12:56',
};
export const SERVICE = {
  id: '1001',
  customer_id: '77',
  type: 'internet',
  tariff_id: '2',
  status: 'active',
  unit_price: '20.0000',
  login: 'ada-home',
  password: '123456',
  router_id: '3',
  taking_ipv4: '0',
  ipv4: '',
  ipv4_pool_id: '0',
  start_date: '2026-01-15',
  end_date: '0000-00-00',
  deleted: '0',
};

/** A body as PHP's `http_build_query` writes it: nulls and empty lists are left out. */
export function asForm(body: object): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown) => {
    if (value === null || value === undefined) return;
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replaceAll('%20', '+')}`);
  };
  for (const [key, value] of Object.entries(body)) add(key, value);
  return pairs.join('&');
}

export const sha1 = (raw: string | Buffer, secret: string) =>
  createHmac('sha1', secret).update(raw).digest('hex');

type Sent = { signature?: string | null; headers?: Record<string, string> };

/** Sends a request to the address for Splynx's webhooks. It is signed if the integration has a secret. */
export async function sendHook(
  api: Api,
  { id, secret }: { id: string; secret: string | null },
  body: object | string | Buffer,
  { signature, headers }: Sent = {},
) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const signed = signature === undefined && secret ? sha1(raw, secret) : signature;
  const isForm = typeof body === 'string' && !body.startsWith('{');
  const response = await fetch(`${api.base}/hooks/splynx/${id}`, {
    method: 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(signed && { 'x-splynx-signature': signed }),
      ...headers,
    },
    body: raw as BodyInit,
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** A Splynx that is connected by its own webhook. Its tariffs and customer are those of `externalSystem`. */
export async function connectedSplynx(api: Api, over: object = {}) {
  const system = await externalSystem(api, { adapter: 'splynx', ...over });
  const hook = (body: object | string | Buffer, sent?: Sent) => sendHook(api, system.integration, body, sent);
  return {
    ...system,
    hook,
    /** Sends an event, processes it and returns the outcome of the newest event. */
    async hookAndProcess(body: object | string) {
      expect(await hook(body)).toMatchObject({ status: 200, text: 'ok\n' });
      await system.drain();
      const { status, reason, event } = (await system.inbound()).at(-1);
      return [event, status, reason];
    },
  };
}
