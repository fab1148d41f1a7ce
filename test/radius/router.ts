import { randomBytes, randomUUID } from 'node:crypto';
import { sweepNetwork } from '../../server/background/network-sweep.ts';
import type { NasReply, NasRequest } from '../../server/demo/nas-packet.ts';
import { announceSessions } from '../../server/domain/network/announce-sessions.ts';
import { applySessionChanges } from '../../server/domain/network/apply-session-changes.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { createNetworkServer } from '../../server/domain/network-server/create.ts';
import { transaction } from '../../server/work/transaction.ts';
import type { Partner } from '../contract/api.ts';
import { dataOf } from '../contract/helpers.ts';
import { type FakeNas, startFakeNas } from '../fakes/nas.ts';
import { type Reply, radclient } from './freeradius.ts';
import { type AcctStatus, customerOf } from './line.ts';
import type { useNetwork } from './network.ts';
import { pass } from './pass-time.ts';

type Network = ReturnType<typeof useNetwork>;

/** Event-Timestamp of a packet that is sent now, in s since 1970; null leaves the attribute out. */
export type RouterClock = (now: number) => number | null;

type Options = {
  clock?: RouterClock;
  /** The NAS-IP-Address that it sends; by default its source address. */
  claims?: string;
  /** The answer to CoA and Disconnect requests. */
  reply?: (request: NasRequest) => NasReply;
  /** Fields of the customer's plan. */
  plan?: object;
};

/** Registers a router as a partner's network server. */
export function register(
  { providerId }: Partner,
  { address, port, secret }: Pick<FakeNas, 'address' | 'port' | 'secret'>,
) {
  const caller = { type: 'system', name: 'test' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, (scope) =>
    createNetworkServer(scope, { name: address, address, secret, coaPort: port }),
  );
}

/** A session as the API returns it. */
export type Session = {
  id: string;
  ipAddress: string | null;
  startedAt: string;
  endedAt: string | null;
  reason: string | null;
  inputOctets: number;
  outputOctets: number;
  [field: string]: unknown;
};

/** A router of a partner with a customer behind it, both real to FreeRADIUS: accounting by `radclient`, control over UDP. */
export async function openRouter(network: Network, partner: Partner, options: Options = {}) {
  const { clock = (now) => now, reply } = options;
  const nas = await startFakeNas(`router-${randomBytes(4).toString('hex')}`, reply);
  await register(partner, nas);
  const { subscription, username } = await customerOf(partner, { plan: options.plan });
  const { sql } = network.api;

  const sendRaw = (status: string, attributes: string[]): Promise<Reply> => {
    const time = clock(Math.floor(Date.now() / 1_000));
    return radclient(network.radius.ports.accounting, 'acct', [
      `Acct-Status-Type = ${status}`,
      `Packet-Src-IP-Address = ${nas.address}`,
      `NAS-IP-Address = ${options.claims ?? nas.address}`,
      ...(time === null ? [] : [`Event-Timestamp = ${time}`]),
      ...attributes,
    ]);
  };
  /**
   * Sends a packet about a session of the customer.
   * @param octets input and output, in bytes; without them the packet has no counters
   * @param more further attributes; one that is named replaces the usual one
   */
  const send = (status: AcctStatus, session: string, octets?: [number, number], more: string[] = []) => {
    const usual = [
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${username}"`,
      'NAS-Port = 1',
      'Framed-IP-Address = 100.64.0.9',
      ...(octets ? [`Acct-Input-Octets = ${octets[0]}`, `Acct-Output-Octets = ${octets[1]}`] : []),
      ...(status === 'Stop' ? ['Acct-Terminate-Cause = User-Request'] : []),
    ];
    const nameOf = (attribute: string) => attribute.split(' ')[0];
    const named = more.map(nameOf);
    return sendRaw(status, [...usual.filter((each) => !named.includes(nameOf(each))), ...more]);
  };

  return {
    nas,
    subscription,
    username,
    send,
    /** Sends a packet, and processes what FreeRADIUS wrote. */
    async account(...packet: Parameters<typeof send>) {
      const answer = await send(...packet);
      await processAccounting({ budgetMs: 5_000 });
      return answer;
    },
    /** Sends Accounting-On or -Off, which has no session. */
    boot: (status: 'Accounting-On' | 'Accounting-Off' = 'Accounting-On') =>
      sendRaw(status, ['Acct-Session-Id = "00000000"']),
    suspend: async () => dataOf(await partner.post(`/v1/subscribers/${subscription.subscriberId}/suspend`)),
    /** Lets the jobs see what has happened, lets time pass, and runs the jobs of a minute at its end. */
    async wait(minutes: number) {
      await processAccounting({ budgetMs: 5_000 });
      await countUsage();
      await announceSessions({ providerId: partner.providerId, budgetMs: 5_000 });
      await pass(sql, minutes);
      await runMinute(partner);
    },
    /** Runs the jobs of a minute. */
    minute: () => runMinute(partner),
    /** The sessions of the customer, the first one first. */
    async sessions(): Promise<Session[]> {
      return dataOf(
        await partner.get(`/v1/network-sessions?subscriptionId=${subscription.id}&sort=createdAt`),
      );
    },
    /** The network events of a session without their prefix, each with the figures of its snapshot. */
    async events(sessionId: string): Promise<{ type: string; current: Session }[]> {
      await announceSessions({ providerId: partner.providerId, budgetMs: 5_000 });
      const answer = await partner.get(`/v1/events?resourceId=${sessionId}&sort=createdAt&limit=100`);
      return dataOf(answer).map((event: { type: string; data: { current: Session } }) => ({
        type: event.type.replace('network.session_', ''),
        current: event.data.current,
      }));
    },
    /** Octets in the usage of the running cycle, and of all days: upload and download. */
    async usage(): Promise<{ cycle: number; upload: number; download: number }> {
      const [row] = await sql<{ cycle: number; upload: number; download: number }[]>`
        select coalesce((select sum(octets) from network_usage where subscription_id = ${subscription.id}), 0)::float8 as cycle,
          coalesce(sum(upload), 0)::float8 as upload, coalesce(sum(download), 0)::float8 as download
        from network_usage_day where subscription_id = ${subscription.id}`;
      if (!row) throw new Error('an aggregate returns one row');
      return { ...row };
    },
    /** The names of the requests that the router received. */
    requests: () => nas.received,
    close: () => nas.close(),
  };
}

/** Runs the jobs of one minute: accounting, sweep, usage, throttles, session changes, events. */
export async function runMinute(partner: Partner): Promise<void> {
  await processAccounting({ budgetMs: 5_000 });
  await sweepNetwork({ run: (_, work) => work(), sleep: async () => {} });
  await applySessionChanges({ providerId: partner.providerId, budgetMs: 15_000 });
  await announceSessions({ providerId: partner.providerId, budgetMs: 5_000 });
}
