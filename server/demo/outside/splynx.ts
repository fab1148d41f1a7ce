import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { realNow, SECOND_MS } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { unseal } from '../../sealed.ts';
import type { Api, Outside } from './api.ts';
import { send } from './report.ts';

const SERVICES = /^\/api\/2\.0\/admin\/customers\/customer\/([^/]+)\/internet-services(?:--(\d+))?$/;

type Service = Record<string, unknown> & { id: string; customer_id: string };

/** What happens in the demo's Splynx. */
export const splynxActs = ['sign-up', 'tariff', 'stop'] as const;
export type SplynxAct = (typeof splynxActs)[number];

const names = ['Mary Atieno', 'James Mwangi', 'Zainab Ali', 'Peter Kiprop', 'Lucy Wanjiru', 'Hassan Omar'];

/** Splynx's API with what outbound sync calls, and the events that it sends. */
export function splynx(outside: Outside): { api: Api; act: (act: SplynxAct) => Promise<boolean> } {
  /** The services that Demarc has made since the start. A change of an older one is taken as well. */
  const services = new Map<string, Service>();
  const newId = () => String(Math.floor(realNow().getTime() / SECOND_MS) % 10_000_000);
  /** The customer to whom the next events refer: at first the one that the demo begins with. */
  let latest = { customerId: '2001', serviceId: '8801', login: 'njambi-1' };

  const api: Api = ({ method, path, json }) => {
    const [, customerId, id] = SERVICES.exec(path) ?? [];
    if (customerId === undefined) return null;
    if (id === undefined) {
      if (method === 'GET') {
        return {
          status: 200,
          body: [...services.values()].filter((each) => each.customer_id === customerId),
        };
      }
      const made = String(900_000 + services.size + (Number(newId()) % 90_000));
      services.set(made, { ...json, id: made, customer_id: customerId });
      return { status: 201, body: { id: Number(made) } };
    }
    if (method === 'DELETE') {
      services.delete(id);
      return { status: 204 };
    }
    services.set(id, { ...services.get(id), ...json, id, customer_id: customerId });
    return { status: 202 };
  };

  async function act(what: SplynxAct): Promise<boolean> {
    if (what === 'sign-up') {
      const id = newId();
      latest = { customerId: id, serviceId: String(Number(id) + 1), login: `customer-${id}` };
      const name = names[Number(id) % names.length];
      const contact = {
        email: `customer-${id}@example.org`,
        phone: `+2541109${id.padStart(5, '0').slice(-5)}`,
      };
      const isTaken = await event('customer/create', {
        id,
        login: latest.login,
        name,
        status: 'active',
        ...contact,
      });
      return isTaken && event('internet_service/create', serviceOf('12'));
    }
    if (what === 'tariff') return event('internet_service/edit', serviceOf('14'));
    return event('internet_service/delete', serviceOf('12'));
  }

  const serviceOf = (tariff_id: string) => ({
    ...{
      id: latest.serviceId,
      customer_id: latest.customerId,
      tariff_id,
      login: latest.login,
      status: 'active',
    },
  });

  /** Sends an event as Splynx's own webhook does. @returns false without an integration of Splynx */
  async function event(call: string, attributes: object): Promise<boolean> {
    const [integration] = await db().execute<{ id: string; secret: string }>(sql`
      select id, sealed_secret as secret from integration
      where provider_id = ${outside.providerId} and adapter = 'splynx' and status <> 'deleted' and sealed_secret is not null
      order by id limit 1`);
    if (!integration) return false;
    const [date, time] = realNow().toISOString().slice(0, 19).split('T');
    const body = JSON.stringify({ type: 'event', call, data: { date, time, attributes } });
    const secret = unseal(integration.secret, integration.id);
    return send(outside, {
      path: `/hooks/splynx/${integration.id}`,
      headers: { 'x-splynx-signature': createHmac('sha1', secret).update(body).digest('hex') },
      body,
    });
  }

  return { api, act };
}
