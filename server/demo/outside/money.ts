import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PaymentDispute } from '../../../drizzle/schema/billing.ts';
import type { Minor } from '../../contract/money.ts';
import { db } from '../../db/client.ts';
import { subscriberName } from '../../domain/model/subscriber/name.ts';

/** A payment by a checkout session, as its gateway has it. */
export type Sale = {
  providerId: string;
  paymentId: string;
  rail: 'stripe' | 'paystack';
  status: string;
  /** Minor units of the currency. */
  amount: Minor;
  refundedAmount: Minor;
  currency: string;
  reference: string;
  description: string;
  sessionId: string;
  gatewayPaymentId: string | null;
  /** The end of the payer's link. */
  token: string;
  /** The end of the address to which the gateway reports. */
  hookToken: string;
  dispute: PaymentDispute | null;
};

/** A prompt on a phone that waits for its payer. */
export type OpenPrompt = {
  paymentId: string;
  requestId: string;
  phone: string;
  amount: Minor;
  reference: string;
  /** The end of the address to which the gateway reports the outcome. */
  token: string;
  payerName: string;
};

const sales = sql`
  select p.provider_id as "providerId", p.id as "paymentId", p.rail, p.status, p.amount::float8 as amount, p.refunded_amount::float8 as "refundedAmount",
    p.currency, p.reference, c.description, c.page_id as "sessionId", c.money_id as "gatewayPaymentId", c.token,
    g.token as "hookToken", p.dispute
  from checkout c
  join payment p on p.provider_id = c.provider_id and p.id = c.payment_id
  join gateway_account g on g.provider_id = c.provider_id and g.id = c.account_id and g.gateway in ('stripe', 'paystack')`;

/** The sale of a checkout session; null for an unknown one. */
export async function findSale(providerId: string, sessionId: string): Promise<Sale | null> {
  const [sale] = await db().execute<Sale>(
    sql`${sales} where c.provider_id = ${providerId} and c.page_id = ${sessionId}`,
  );
  return sale ?? null;
}

/** The sale of a payment with money at its gateway; null for any other. */
export async function findPaidSale(providerId: string, paymentId: string): Promise<Sale | null> {
  const [sale] = await db().execute<Sale>(sql`
    ${sales} where c.provider_id = ${providerId} and c.payment_id = ${paymentId} and c.money_id is not null`);
  return sale ?? null;
}

/** The newest sales with money at their gateways. */
export async function listPaidSales(providerId: string, limit: number): Promise<Sale[]> {
  return db().execute<Sale>(sql`
    ${sales} where c.provider_id = ${providerId} and c.money_id is not null order by p.id desc limit ${limit}`);
}

const prompts = sql`
  select p.id as "paymentId", r.request_id as "requestId", r.phone, p.amount::float8 as amount, r.reference, r.token,
    ${subscriberName} as "payerName"
  from prompt r
  join payment p on p.provider_id = r.provider_id and p.id = r.payment_id
  join subscriber o on o.provider_id = p.provider_id and o.id = p.subscriber_id`;

/** The prompts that wait for their payers. */
export async function listOpenPrompts(providerId: string, limit: number): Promise<OpenPrompt[]> {
  return db().execute<OpenPrompt>(sql`
    ${prompts} where r.provider_id = ${providerId} and r.status = 'SENT' order by p.id desc limit ${limit}`);
}

/** A prompt that waits for its payer, by the gateway's id of it or by its payment; null where there is none. */
export async function findOpenPrompt(providerId: string, id: string): Promise<OpenPrompt | null> {
  const [found] = await db().execute<OpenPrompt>(sql`
    ${prompts} where r.provider_id = ${providerId} and r.status = 'SENT' and (r.request_id = ${id} or p.id = ${id})`);
  return found ?? null;
}

/** The end of the address to which M-Pesa reports; null while no account is connected. */
export async function mpesaHook(providerId: string): Promise<string | null> {
  const [account] = await db().execute<{ token: string }>(sql`
    select token from gateway_account
    where provider_id = ${providerId} and gateway = 'mpesa' and sealed_credentials is not null`);
  return account?.token ?? null;
}

/** An id of a gateway that follows from what it is about, so that a repeated call has the same one. */
export function idOf(...about: string[]): string {
  return createHash('sha256').update(about.join(' ')).digest('hex').slice(0, 24);
}
