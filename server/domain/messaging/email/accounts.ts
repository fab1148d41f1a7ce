import { isIPv6 } from 'node:net';
import { and, eq, isNotNull } from 'drizzle-orm';
import { messageAccount } from '../../../../drizzle/schema/message.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import type { MessageChannel } from '../../../contract/enums.ts';
import { db } from '../../../db/client.ts';
import { mailServer, senderAddress } from '../../../email/mail-server.ts';
import { env } from '../../../env.ts';
import type { SmsAccount } from '../../../sms/gateway.ts';
import { type SmsGatewayName, smsGateways } from '../../../sms/registry.ts';
import { standInOf } from '../../../stand-ins.ts';
import { hostOf, isReachable, resolveHost } from '../../../webhooks/guard.ts';
import type { Scope } from '../../../work/scope.ts';
import { type Credentials, openCredentials } from '../../model/account-credentials.ts';
import { isKnownAccount, requireHere } from '../../model/provider/account-status.ts';

export type MessageAccountRow = typeof messageAccount.$inferSelect;

/** An account for SMS, opened for a call. */
export type OpenSmsAccount = { id: string; providerId: string; gateway: SmsGatewayName; account: SmsAccount };

/** A mail server and the sender address of its emails. `servername` is the name in its certificate where the URL has the address. */
export type MailServer = { url: string; servername?: string; sender: string; isStandIn?: true };

/** The path of the addresses to which gateways for SMS report. */
export const SMS_HOOK_PATH = '/hooks/sms/';

export function smsHookUrl(token: string): string {
  return `${env.PUBLIC_URL}${SMS_HOOK_PATH}${token}`;
}

/** The connected account of a provider for a channel, null without one, and whether its messages may leave the installation. */
async function connectedAccount(
  providerId: string,
  channel: MessageChannel,
): Promise<{ row: MessageAccountRow | null; livemode: boolean }> {
  const [found] = await db()
    .select({ row: messageAccount, livemode: provider.livemode })
    .from(provider)
    .leftJoin(
      messageAccount,
      and(
        eq(messageAccount.providerId, provider.id),
        eq(messageAccount.channel, channel),
        isNotNull(messageAccount.sealedCredentials),
      ),
    )
    .where(eq(provider.id, providerId));
  return found ?? { row: null, livemode: false };
}

function credentialsOf({ id, sealedCredentials }: MessageAccountRow): Credentials {
  if (sealedCredentials === null) throw new Error('The account is not connected.');
  return openCredentials(id, sealedCredentials);
}

/**
 * Opens a connected account for a call to its gateway.
 * @returns null for one that is no gateway for SMS
 * @throws Error with a text for staff where its credentials cannot be decrypted
 */
export function openSmsAccount(row: MessageAccountRow): OpenSmsAccount | null {
  const { id, providerId, gateway, sender, token } = row;
  if (!(gateway in smsGateways)) return null;
  const credentials = credentialsOf(row);
  const account = { credentials, sender, hookUrl: smsHookUrl(token) };
  return { id, providerId, gateway: gateway as SmsGatewayName, account };
}

/**
 * The gateway of a provider for SMS; null without one, and in a sandbox for any but a stand-in.
 * @throws Error with a text for staff where its credentials cannot be decrypted
 */
export async function smsGatewayOf({
  providerId,
}: Pick<Scope, 'providerId'>): Promise<OpenSmsAccount | null> {
  const { row, livemode } = await connectedAccount(providerId, 'SMS');
  const open = row && openSmsAccount(row);
  return livemode || standInOf(open?.account.credentials.apiKey) !== undefined ? open : null;
}

/** The account whose gateway reports to an address, connected; null for an unknown one, and for that of a closed partner account. */
export async function smsAccountOfHook(token: string): Promise<OpenSmsAccount | null> {
  const [found] = await db()
    .select({ row: messageAccount, status: provider.status })
    .from(messageAccount)
    .innerJoin(provider, eq(provider.id, messageAccount.providerId))
    .where(and(eq(messageAccount.token, token), isNotNull(messageAccount.sealedCredentials), isKnownAccount));
  if (found) requireHere(found.status);
  return found ? openSmsAccount(found.row) : null;
}

/**
 * The mail server of a connected account. A partner names its host, so it is resolved here, and the connection goes to that address:
 * private addresses are refused unless the operator allows the host.
 * @throws Error with a text for staff for a host without an address that is allowed, and for credentials that cannot be decrypted
 */
export async function ownMailServer(row: MessageAccountRow): Promise<MailServer> {
  const { host = '', port = '587', user, password, isImplicitTls } = credentialsOf(row);
  const standIn = standInOf(password);
  if (standIn !== undefined) return { url: standIn, sender: row.sender ?? '', isStandIn: true };
  const url = new URL(`${isImplicitTls === 'true' ? 'smtps' : 'smtp'}://${inUrl(host)}:${port}`);
  const name = hostOf(url.href);
  const found = await resolveHost(name, false);
  const addresses = found.map(({ address }) => address);
  if (!isReachable(name, addresses, false)) throw new Error(`${name} has no public address.`);
  const [first] = found;
  if (!first) throw new Error(`${name} has no address.`);
  if (user) url.username = encodeURIComponent(user);
  if (password) url.password = encodeURIComponent(password);
  url.hostname = inUrl(first.address);
  return { url: url.href, servername: name, sender: row.sender ?? '' };
}

/** A host as a URL has it: an IPv6 address in brackets. */
const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host);

/**
 * The provider's own mail server for messages to subscribers, else that of the installation; null without either. Staff get their emails
 * from the latter. Those of a sandbox to subscribers go to a stand-in only.
 * @throws as `ownMailServer`
 */
export async function mailServerFor(
  { providerId }: Pick<Scope, 'providerId'>,
  { isToStaff }: { isToStaff: boolean },
): Promise<MailServer | null> {
  const installation = mailServer === null ? null : { url: mailServer, sender: senderAddress };
  if (isToStaff) return installation;
  const { row, livemode } = await connectedAccount(providerId, 'EMAIL');
  const own = row && (await ownMailServer(row));
  if (!livemode) return own?.isStandIn ? own : null;
  return own ?? installation;
}
