import { and, eq, isNotNull } from 'drizzle-orm';
import { messageAccount } from '../../../../drizzle/schema/message.ts';
import type { MessageChannel } from '../../../contract/enums.ts';
import { db } from '../../../db/client.ts';
import { env } from '../../../env.ts';
import { fingerprint, unseal } from '../../../sealed.ts';
import type { SmsAccount } from '../../../sms/gateway.ts';
import { type SmsGatewayName, smsGateways } from '../../../sms/registry.ts';
import { hostOf, isReachable, resolveHost } from '../../../webhooks/guard.ts';

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

/** The token of an account: it follows from the secrets key, so that the address is known before the first connection. */
export function newMessageToken(providerId: string, gateway: string): string {
  return fingerprint(`message hook ${providerId} ${gateway}`).slice(0, 32);
}

/** The credentials of a connected account. */
export function credentialsOf({ id, sealedCredentials }: MessageAccountRow): Record<string, string> {
  return sealedCredentials === null
    ? {}
    : (JSON.parse(unseal(sealedCredentials, id)) as Record<string, string>);
}

/** The connected account of a provider for a channel; null without one. */
export async function connectedAccount(
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

/** Opens an account for a call to its gateway. @returns null for one that is no gateway for SMS */
export function openSmsAccount(row: MessageAccountRow): OpenSmsAccount | null {
  const { id, providerId, gateway, sender, token } = row;
  if (!(gateway in smsGateways)) return null;
  const account = { credentials: credentialsOf(row), sender, hookUrl: smsHookUrl(token) };
  return { id, providerId, gateway: gateway as SmsGatewayName, account };
}

/** The account whose gateway reports to an address, connected; null for an unknown one. */
export async function smsAccountOfHook(token: string): Promise<OpenSmsAccount | null> {
  const [row] = await db()
    .select()
    .from(messageAccount)
    .where(and(eq(messageAccount.token, token), isNotNull(messageAccount.sealedCredentials)));
  return row ? openSmsAccount(row) : null;
}

/**
 * The mail server of a connected account. A partner names its host, so it is resolved here, and the connection goes to that address:
 * private addresses are refused unless the operator allows the host.
 * @throws Error for a host without an address that is allowed
 */
export async function ownMailServer(row: MessageAccountRow): Promise<MailServer> {
  const { host = '', port = '587', user, password, isImplicitTls } = credentialsOf(row);
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
