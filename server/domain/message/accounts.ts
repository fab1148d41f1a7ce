import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { messageAccount } from '../../../drizzle/schema/message.ts';
import { type MessageGatewayName, messageGateways } from '../../contract/enums.ts';
import { refuse } from '../../contract/errors.ts';
import type { AccountTest } from '../../contract/portal/account-credentials.ts';
import {
  type MessageAccountSave,
  type MessageAccountSnapshot,
  type messageAccountName,
  messageAccountSnapshot,
} from '../../contract/portal/message-account.ts';
import { present } from '../../contract/present.ts';
import { mailServer } from '../../email/mail-server.ts';
import { smsGateways } from '../../sms/registry.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import {
  type MessageAccountRow,
  openSmsAccount,
  ownMailServer,
  smsHookUrl,
} from '../messaging/email/accounts.ts';
import { newHookToken, sealCredentials } from '../model/account-credentials.ts';

/** Every gateway for messages, with the provider's own account where it has one. Contract: Messages. */
export async function listMessageAccounts(scope: Scope): Promise<MessageAccountSnapshot[]> {
  const rows = await scope.db
    .select()
    .from(messageAccount)
    .where(eq(messageAccount.providerId, scope.providerId));
  return messageGateways.map((gateway) =>
    presentAccount(scope, gateway, rows.find((row) => row.gateway === gateway) ?? null),
  );
}

function presentAccount(
  scope: Scope,
  gateway: MessageGatewayName,
  row: MessageAccountRow | null,
): MessageAccountSnapshot {
  const isConnected = row !== null && row.sealedCredentials !== null;
  const isSmtp = gateway === 'smtp';
  return present(messageAccountSnapshot, {
    gateway,
    channel: isSmtp ? 'EMAIL' : 'SMS',
    label: isSmtp ? 'Mail server' : smsGateways[gateway].label,
    isConnected,
    hasDefault: isSmtp && mailServer !== null,
    sender: isConnected ? row.sender : null,
    keyLast4: isConnected ? row.keyLast4 : null,
    reportUrl: isSmtp ? null : smsHookUrl(row?.token ?? newHookToken('message', scope.providerId, gateway)),
    updatedAt: row?.updatedAt ?? null,
  });
}

/**
 * Connects the provider's account at a gateway for messages, or replaces its credentials. It takes the place of another account of the
 * channel. The address for reports stays the same. Contract: Messages.
 */
export async function saveMessageAccount(
  scope: WriteScope,
  { gateway, sender: givenSender, ...given }: MessageAccountSave,
): Promise<MessageAccountSnapshot> {
  const sender = givenSender ?? null;
  const before = await lockAccounts(scope);
  const own = before.find((row) => row.gateway === gateway) ?? null;
  const channel = gateway === 'smtp' ? 'EMAIL' : 'SMS';
  for (const other of before) {
    if (other.channel === channel && other.gateway !== gateway) await disconnect(scope, other);
  }
  const id = own?.id ?? newId('messageAccount', scope.now);
  const credentials = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const values = {
    sealedCredentials: sealCredentials(id, credentials),
    keyLast4: (given.apiKey ?? given.authToken ?? '').slice(-4) || null,
    sender,
    updatedAt: scope.now,
  };
  const [row] = await scope.db
    .insert(messageAccount)
    .values({
      ...values,
      ...{ providerId: scope.providerId, id, gateway, channel },
      token: newHookToken('message', scope.providerId, gateway),
      createdAt: scope.now,
    })
    .onConflictDoUpdate({ target: [messageAccount.providerId, messageAccount.gateway], set: values })
    .returning();
  if (!row) throw new Error('the account was not written');
  const isReplaced = own !== null && own.sealedCredentials !== null;
  audit(
    scope,
    isReplaced ? 'messageAccount.replace' : 'messageAccount.connect',
    { type: 'messageAccount', id },
    {
      gateway: { before: isReplaced ? gateway : null, after: gateway },
      sender: { before: isReplaced ? own.sender : null, after: sender },
    },
  );
  return presentAccount(scope, gateway, row);
}

/**
 * Disconnects an account: its credentials are deleted. Messages of its channel are kept in the portal from then on, or go through the
 * mail server of the installation. Contract: Messages.
 * @throws NOT_FOUND where none is connected
 */
export async function removeMessageAccount(
  scope: WriteScope,
  { gateway }: z.output<typeof messageAccountName>,
): Promise<MessageAccountSnapshot> {
  const row = (await lockAccounts(scope)).find((each) => each.gateway === gateway);
  if (!row || row.sealedCredentials === null) throw refuse('NOT_FOUND', { field: 'gateway' });
  return presentAccount(scope, gateway, await disconnect(scope, row));
}

async function disconnect(scope: WriteScope, row: MessageAccountRow): Promise<MessageAccountRow> {
  if (row.sealedCredentials === null) return row;
  const patch = { sealedCredentials: null, keyLast4: null, updatedAt: scope.now };
  await scope.db
    .update(messageAccount)
    .set(patch)
    .where(and(eq(messageAccount.providerId, scope.providerId), eq(messageAccount.id, row.id)));
  audit(
    scope,
    'messageAccount.disconnect',
    { type: 'messageAccount', id: row.id },
    { gateway: { before: row.gateway, after: null }, sender: { before: row.sender, after: null } },
  );
  return { ...row, ...patch };
}

function lockAccounts(scope: WriteScope): Promise<MessageAccountRow[]> {
  return scope.db
    .select()
    .from(messageAccount)
    .where(eq(messageAccount.providerId, scope.providerId))
    .for('update');
}

/**
 * Tries the stored credentials at the gateway. Outside any transaction, because it may take seconds. Sends and changes nothing.
 * @throws NOT_FOUND where no account is connected
 */
export async function testMessageAccount(
  scope: Scope,
  { gateway }: z.output<typeof messageAccountName>,
): Promise<AccountTest> {
  const [row] = await scope.db
    .select()
    .from(messageAccount)
    .where(and(eq(messageAccount.providerId, scope.providerId), eq(messageAccount.gateway, gateway)));
  if (!row || row.sealedCredentials === null) throw refuse('NOT_FOUND', { field: 'gateway' });
  try {
    const open = openSmsAccount(row);
    if (open) return await smsGateways[open.gateway].check(open.account);
    const server = await ownMailServer(row);
    const { checkMailServer } = await import('../../email/transport.ts');
    return { isAccepted: true, answer: await checkMailServer(server) };
  } catch (error) {
    return { isAccepted: false, answer: (error as Error).message.slice(0, 300) };
  }
}
