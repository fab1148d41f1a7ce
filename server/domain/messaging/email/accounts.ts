import { and, eq, isNotNull } from 'drizzle-orm';
import { messageAccount } from '../../../../drizzle/schema/message.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import type { MessageChannel } from '../../../contract/enums.ts';
import { db } from '../../../db/client.ts';
import { mailServer, senderAddress } from '../../../email/mail-server.ts';
import { env } from '../../../env.ts';
import type { SmsAccount } from '../../../sms/gateway.ts';
import { type SmsGatewayName, smsGateways } from '../../../sms/registry.ts';
import { hostOf, isReachable, resolveHost } from '../../../webhooks/guard.ts';
import type { Scope } from '../../../work/scope.ts';
import { openCredentials } from '../../model/account-credentials.ts';
import { isOpenAccount } from '../../model/provider/account-status.ts';

export type MessageAccountRow = typeof messageAccount.$inferSelect;

/** An account for SMS, opened for a call. */
export type OpenSmsAccount = { id: string; providerId: string; gateway: SmsGatewayName; account: SmsAccount };

/** A mail server and the sender address of its emails. `servername` is the name in its certificate where the URL has the address. */
export type MailServer = { url: string; servername?: string; sender: string };

/** The path of the addresses to which gateways for SMS report. */
export const SMS_HOOK_PATH = '/hooks/sms/';

export function smsHookUrl(token: string): string {
  return `${env.PUBLIC_URL}${SMS_HOOK_PATH}${token}`;
}

/** The connected account of a provider for a channel; null without one. */
async function connectedAccount(
  providerId: string,
  channel: MessageChannel,
): Promise<MessageAccountRow | null> {
  const [row] = await db()
    .select()
    .from(messageAccount)
    .where(
      and(
        eq(messageAccount.providerId, providerId),
        eq(messageAccount.channel, channel),
        isNotNull(messageAccount.sealedCredentials),
      ),
    );
  return row ?? null;
}

/**
 * Opens a connected account for a call to its gateway.
 * @returns null for one that is no gateway for SMS
 * @throws Error with a text for staff where its credentials cannot be decrypted
 */
export function openSmsAccount(row: MessageAccountRow): OpenSmsAccount | null {
  const { id, providerId, gateway, sender, token } = row;
  if (!(gateway in smsGateways)) return null;
  const credentials = openCredentials(id, row.sealedCredentials ?? '');
  const account = { credentials, sender, hookUrl: smsHookUrl(token) };
  return { id, providerId, gateway: gateway as SmsGatewayName, account };
}

/**
 * The gateway of a provider for SMS; null without one.
 * @throws Error with a text for staff where its credentials cannot be decrypted
 */
export async function smsGatewayOf({
  providerId,
}: Pick<Scope, 'providerId'>): Promise<OpenSmsAccount | null> {
  const account = await connectedAccount(providerId, 'SMS');
  return account && openSmsAccount(account);
}

/** The account whose gateway reports to an address, connected; null for an unknown one, and for that of a closed partner account. */
export async function smsAccountOfHook(token: string): Promise<OpenSmsAccount | null> {
  const [found] = await db()
    .select({ row: messageAccount })
    .from(messageAccount)
    .innerJoin(provider, eq(provider.id, messageAccount.providerId))
    .where(and(eq(messageAccount.token, token), isNotNull(messageAccount.sealedCredentials), isOpenAccount));
  return found ? openSmsAccount(found.row) : null;
}

/**
 * The mail server of a connected account. A partner names its host, so it is resolved here, and the connection goes to that address:
 * private addresses are refused unless the operator allows the host.
 * @throws Error with a text for staff for a host without an address that is allowed, and for credentials that cannot be decrypted
 */
export async function ownMailServer(row: MessageAccountRow): Promise<MailServer> {
  const {
    host = '',
    port = '587',
    user,
    password,
    isImplicitTls,
  } = openCredentials(row.id, row.sealedCredentials ?? '');
  const url = new URL(`${isImplicitTls === 'true' ? 'smtps' : 'smtp'}://${host}:${port}`);
  const name = hostOf(url.href);
  const found = await resolveHost(name, false);
  const addresses = found.map(({ address }) => address);
  if (!isReachable(name, addresses, false)) throw new Error(`${name} has no public address.`);
  const [first] = found;
  if (!first) throw new Error(`${name} has no address.`);
  if (user) url.username = encodeURIComponent(user);
  if (password) url.password = encodeURIComponent(password);
  url.hostname = first.family === 6 ? `[${first.address}]` : first.address;
  return { url: url.href, servername: name, sender: row.sender ?? '' };
}

/**
 * The provider's own mail server for messages to subscribers, else that of the installation; null without either. Staff get their emails
 * from the latter.
 * @throws as `ownMailServer`
 */
export async function mailServerFor(
  { providerId }: Pick<Scope, 'providerId'>,
  { isToStaff }: { isToStaff: boolean },
): Promise<MailServer | null> {
  const own = isToStaff ? null : await connectedAccount(providerId, 'EMAIL');
  if (own) return ownMailServer(own);
  return mailServer === null ? null : { url: mailServer, sender: senderAddress };
}
