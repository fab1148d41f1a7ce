import { asc, eq } from 'drizzle-orm';
import { accessCredential, organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { refuse } from '../../contract/errors.ts';
import { db } from '../../db/client.ts';
import type { AccountStatus } from '../model/provider/account-status.ts';

/** An account as the operator sees it. */
export type PartnerAccount = {
  providerId: string;
  name: string;
  livemode: boolean;
  status: AccountStatus;
  createdAt: string;
  subscribers: number;
};

/** An account with its people and keys, without secrets. */
export type PartnerDetails = PartnerAccount & {
  organisation: string;
  timeZone: string;
  /** The cell of an account whose rows here are a copy, or were left behind; null for one that runs here. */
  otherCell: string | null;
  team: { email: string; role: string }[];
  keys: { accessId: string; label: string; lastUsedAt: string | null; expiresAt: string | null }[];
};

/** All accounts of the installation, oldest first. Contract: Operator. */
export async function listPartners(): Promise<PartnerAccount[]> {
  const rows = await selectAccounts().orderBy(asc(provider.createdAt), asc(provider.id));
  return rows.map(accountOf);
}

/**
 * One account, its people and its keys. Contract: Operator.
 * @throws NOT_FOUND
 */
export async function showPartner(providerId: string): Promise<PartnerDetails> {
  const [row] = await selectAccounts().where(eq(provider.id, providerId));
  if (!row) throw refuse('NOT_FOUND', { message: `No account has the id ${providerId}.` });
  const team = await db()
    .select({ email: staffUser.email, role: staffMember.role })
    .from(staffMember)
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(eq(staffMember.organisationId, row.organisation.id))
    .orderBy(asc(staffMember.createdAt));
  const keys = await db()
    .select()
    .from(accessCredential)
    .where(eq(accessCredential.providerId, providerId))
    .orderBy(asc(accessCredential.createdAt));
  return {
    ...accountOf(row),
    organisation: row.organisation.name,
    timeZone: row.provider.timeZone,
    otherCell: otherCellOf(row.provider),
    team,
    keys: keys.map(({ accessId, label, lastUsedAt, expiresAt }) => ({
      ...{ accessId, label },
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  };
}

function selectAccounts() {
  const subscribers = db().$count(subscriber, eq(subscriber.providerId, provider.id));
  return db()
    .select({ provider, organisation, subscribers })
    .from(provider)
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .$dynamic();
}

function accountOf({
  provider: { id, name, livemode, status, createdAt },
  subscribers,
}: {
  provider: typeof provider.$inferSelect;
  subscribers: number;
}): PartnerAccount {
  return { providerId: id, name, livemode, status, createdAt: createdAt.toISOString(), subscribers };
}

function otherCellOf({ status, move }: typeof provider.$inferSelect): string | null {
  return status === 'MOVED' ? (move?.copyOf ?? move?.to ?? null) : null;
}
