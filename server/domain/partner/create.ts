import { randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffAccount, staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import { personName } from '../../contract/person-name.ts';
import { emailInput, text, timeZoneInput } from '../../contract/primitives.ts';
import { db, type Tx } from '../../db/client.ts';
import { randomText } from '../../random-text.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import { emptyOutbox, type WriteScope } from '../../work/scope.ts';
import { flush } from '../../work/write-out.ts';
import { operator } from './as-operator.ts';
import { issueCredential } from './credential.ts';

export const partnerInput = z.strictObject({
  name: text(1, 120),
  /** The sign-in address of the owner. */
  email: emailInput,
  livemode: z.boolean(),
  /** An IANA name. */
  timeZone: timeZoneInput.default('UTC'),
});

export type NewPartner = {
  providerId: string;
  accessId: string;
  /** Shown once. */
  accessSecret: string;
  ownerEmail: string;
  /** Shown once; null for a person who already has a password. */
  ownerPassword: string | null;
  livemode: boolean;
};

/** A password and its hash. */
type GeneratedPassword = { password: string; hash: string };

/** Generates a password of four groups. Its hash costs some 80 ms of processor time. */
export async function generatePassword(): Promise<GeneratedPassword> {
  const password = [1, 2, 3, 4].map(() => randomText(5)).join('-');
  return { password, hash: await hashPassword(password) };
}

/** The partner account already exists. */
class PartnerExists extends Error {}

/**
 * Creates a partner account: provider, first credential, owner. An organisation has at most one sandbox and one live
 * account. The account goes to an organisation of the owner that lacks this kind, else to a new one. Contract: Accounts.
 * @param ownerName the name of an owner who is new; by default the email address
 * @param mayKeepPassword whether the generated password need not be changed at the first sign-in
 * @param generated the owner's first password; by default a new one
 * @throws PartnerExists when the owner's organisation of this name has such an account; z.ZodError for bad input
 */
export async function createPartner({
  now = realNow(),
  mayKeepPassword = false,
  ownerName,
  generated,
  ...input
}: z.input<typeof partnerInput> & {
  now?: Date;
  mayKeepPassword?: boolean;
  ownerName?: string;
  generated?: GeneratedPassword;
}): Promise<NewPartner> {
  const { name, email, livemode, timeZone } = partnerInput.parse(input);
  const nameOfOwner = ownerName === undefined ? email : personName.parse(ownerName);
  const { password, hash } = generated ?? (await generatePassword());
  const stamps = { createdAt: now, updatedAt: now };

  return db().transaction(async (tx) => {
    // Two commands for the same person run one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`partner ${email}`}, 0))`);
    const [known] = await tx.select().from(staffUser).where(eq(staffUser.email, email));
    const userId = known?.id ?? randomUUID();
    if (!known) {
      await tx.insert(staffUser).values({ id: userId, name: nameOfOwner, email, ...stamps });
      await tx.insert(staffAccount).values({
        id: randomUUID(),
        accountId: userId,
        providerId: 'credential',
        userId,
        password: hash,
        generatedPassword: mayKeepPassword ? null : hash,
        ...stamps,
      });
    }
    const organisationId =
      (await organisationWithout(tx, { userId, name, livemode })) ??
      (await createOrganisation(tx, { userId, name, now }));
    const providerId = newId('provider', now);
    await tx.insert(provider).values({ id: providerId, organisationId, name, livemode, timeZone, ...stamps });
    const label = 'First credential';
    const { accessId, accessSecret } = await issueCredential(tx, { providerId, label, now });

    const scope: WriteScope = {
      providerId,
      livemode,
      caller: operator,
      correlationId: randomUUID(),
      now,
      db: tx,
      outbox: emptyOutbox(),
    };
    audit(
      scope,
      'provider.create',
      { type: 'provider', id: providerId },
      { name: { before: null, after: name }, livemode: { before: null, after: livemode } },
    );
    await flush(scope);
    const ownerPassword = known ? null : password;
    return { providerId, accessId, accessSecret, ownerEmail: email, ownerPassword, livemode };
  });
}

/** An organisation of this person without an account of this kind, one of the same name first. */
async function organisationWithout(
  tx: Tx,
  { userId, name, livemode }: { userId: string; name: string; livemode: boolean },
): Promise<string | undefined> {
  const owned = await tx
    .select({ id: organisation.id, name: organisation.name, taken: provider.name })
    .from(staffMember)
    .innerJoin(organisation, eq(organisation.id, staffMember.organisationId))
    .leftJoin(provider, and(eq(provider.organisationId, organisation.id), eq(provider.livemode, livemode)))
    .where(and(eq(staffMember.userId, userId), eq(staffMember.role, 'owner')))
    .orderBy(asc(organisation.createdAt), asc(organisation.id));
  const isSameName = (other: string | null) => other?.toLowerCase() === name.toLowerCase();
  const available = owned.filter((row) => row.taken === null);
  const found = available.find((row) => isSameName(row.name)) ?? available[0];
  if (found) return found.id;
  if (owned.some((row) => isSameName(row.name) || isSameName(row.taken))) {
    throw new PartnerExists(`${name} has a ${livemode ? 'live' : 'sandbox'} account already.`);
  }
  return undefined;
}

async function createOrganisation(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<string> {
  const id = newId('organisation', now);
  const stamps = { createdAt: now, updatedAt: now };
  await tx.insert(organisation).values({ id, name, ...stamps });
  await tx.insert(staffMember).values({ organisationId: id, userId, role: 'owner', ...stamps });
  return id;
}
