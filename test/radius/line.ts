import { randomBytes } from 'node:crypto';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import type { Partner } from '../contract/api.ts';
import { activeSubscription, dataOf } from '../contract/helpers.ts';
import { type FreeRadius, radclient } from './freeradius.ts';

/** Creates a subscription in service, and reads its network credentials. */
export async function customerOf(partner: Partner, over: { plan?: object } = {}) {
  const { subscription } = await activeSubscription(partner, over);
  const credentials = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}/credentials`));
  return { subscription, ...credentials } as {
    subscription: { id: string; subscriberId: string; planId: string };
    username: string;
    password: string;
  };
}

export type AcctStatus = 'Start' | 'Interim-Update' | 'Stop';

/**
 * A session whose accounting a NAS sends to FreeRADIUS.
 * @param options `nas`: the source address of the packets; `claims`: their NAS-IP-Address, by default the same
 */
export function lineOf(
  radius: FreeRadius,
  username: string,
  options: { session?: string; ip?: string; nas?: string; claims?: string } = {},
) {
  const { session = randomBytes(4).toString('hex'), ip = '100.64.0.9', nas = '127.0.0.9' } = options;
  const { claims = nas } = options;
  return {
    session,
    /** Sends a packet, and processes what FreeRADIUS wrote. */
    async account(
      status: AcctStatus,
      [input, output]: [input: number, output: number] = [0, 0],
      more: string[] = [],
    ) {
      const answer = await radclient(radius.ports.accounting, 'acct', [
        `Acct-Status-Type = ${status}`,
        `Acct-Session-Id = "${session}"`,
        `User-Name = "${username}"`,
        `Packet-Src-IP-Address = ${nas}`,
        `NAS-IP-Address = ${claims}`,
        'NAS-Port = 1',
        `Framed-IP-Address = ${ip}`,
        `Acct-Input-Octets = ${input}`,
        `Acct-Output-Octets = ${output}`,
        ...(status === 'Stop' ? ['Acct-Terminate-Cause = User-Request', 'Acct-Session-Time = 60'] : []),
        ...more,
      ]);
      await processAccounting({ budgetMs: 5_000 });
      return answer;
    },
  };
}
