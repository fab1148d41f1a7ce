import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { accessCredential, auditEntry, organisation, provider } from '../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../drizzle/schema/staff.ts';
import { monotonicMs, realNow } from '../clock.ts';
import { database, db } from '../db/client.ts';
import { transaction } from '../db/transaction.ts';
import { createPartner } from '../domain/partner/create.ts';
import { updateOrganisation } from '../domain/provider/organisation.ts';
import { demoHistory, playHistory } from './history.ts';
import {
  credentialsFile,
  type DemoCredentials,
  keepCredentials,
  keptCredentials,
} from './kept-credentials.ts';

const DEMO = {
  name: 'Demo ISP',
  email: 'owner@demo-isp.example',
  livemode: false,
  timeZone: 'Africa/Nairobi',
} as const;

/** The details on its invoices and in its emails. */
const DEMO_ORGANISATION = {
  legalName: 'Demo Internet Services Limited',
  taxId: 'P051234567X',
  street: '14 Riverside Drive',
  city: 'Nairobi',
  postalCode: '00100',
  country: 'KE',
  email: 'billing@demo-isp.example',
  phone: '+254 20 123 4567',
  paymentInstructions: 'M-PESA Paybill 123456, account: your invoice number.',
};

/** Any fixed number: it names the lock that lets one process make the demo partner. */
const FIRST_START_LOCK = 7_346_003;

export type FirstStartResult = {
  /** Whether this call made the partner; it was there already otherwise. */
  made: boolean;
  credentials: DemoCredentials;
};

type FirstStart = {
  log: Pick<Logger, 'info'>;
  /** Where people reach the portal; kept with the credentials. */
  publicUrl: string;
  /** Where the credentials are kept for later starts; nowhere when absent. */
  dataDir?: string;
  /** False (`DEMO=0`): nothing is made, nothing is shown. */
  enabled: boolean;
  /** Told after the partner was made, and after each step of its history. What it throws ends the first start. */
  onProgress?: (steps: number) => void;
};

/**
 * Gives a database without any partner the sandbox partner "Demo ISP" with a history, through the verbs that serve
 * requests. Schedule D has to be loaded. Several processes take turns.
 *
 * The history is one transaction: killed anywhere, it leaves no half of it, and a partner without it is taken away
 * and made anew by the next start, since nobody has seen its secrets yet. They are kept before the history begins,
 * so that no partner with a history lacks them.
 * @returns what to show the developer; null when this database's partner is not the demo, or its secrets are unknown
 * @throws the refusal of a verb, for instance when Schedule D was replaced by one with higher floors
 */
export async function firstStart(given: FirstStart): Promise<FirstStartResult | null> {
  if (!given.enabled) return null;
  const lock = await database().sql.reserve();
  try {
    await lock`select pg_advisory_lock(${FIRST_START_LOCK})`;
    await removeUnfinished();
    const [any] = await db().select({ id: provider.id }).from(provider).limit(1);
    return any ? await alreadyThere(given) : await make(given);
  } finally {
    await lock`select pg_advisory_unlock(${FIRST_START_LOCK})`;
    lock.release();
  }
}

async function make({ log, publicUrl, dataDir, onProgress }: FirstStart): Promise<FirstStartResult> {
  const started = monotonicMs();
  const { livemode: _, ...partner } = await createPartner({ ...DEMO, mayKeepPassword: true });
  const credentials = { portal: publicUrl, ...partner };
  if (dataDir) keepCredentials(dataDir, credentials);
  onProgress?.(0);
  const steps = await makeHistory(partner.providerId, onProgress);
  const ms = Math.round(monotonicMs() - started);
  log.info({ providerId: partner.providerId, steps, ms }, 'demo partner made');
  return { made: true, credentials };
}

async function makeHistory(providerId: string, onProgress?: (steps: number) => void): Promise<number> {
  const caller = { type: 'system', name: 'demo' } as const;
  const history = demoHistory(realNow());
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    await updateOrganisation(scope, DEMO_ORGANISATION);
    return playHistory(scope, history, onProgress);
  });
}

/** Takes away a demo partner whose history was never made. It has to be the only partner, and own nothing. */
async function removeUnfinished(): Promise<void> {
  await db().transaction(async (tx) => {
    const [unfinished] = await tx.execute<{ id: string; organisation_id: string }>(sql`
      select p.id, p.organisation_id from provider p
      join staff_member m on m.organisation_id = p.organisation_id and m.role = 'owner'
      join staff_user u on u.id = m.user_id and u.email = ${DEMO.email}
      where p.name = ${DEMO.name} and not p.livemode and (select count(*) from provider) = 1
        and not exists (select from plan where plan.provider_id = p.id)
        and not exists (select from subscriber where subscriber.provider_id = p.id)
        and not exists (select from demarcation_point where demarcation_point.provider_id = p.id)`);
    if (!unfinished) return;
    // Entries stay for good, but for a partner's whom nobody has ever seen.
    await tx.execute(sql`set local demarc.audit_may_go = 'on'`);
    await tx.delete(auditEntry).where(eq(auditEntry.providerId, unfinished.id));
    await tx.delete(accessCredential).where(eq(accessCredential.providerId, unfinished.id));
    await tx.delete(provider).where(eq(provider.id, unfinished.id));
    await tx.delete(staffMember).where(eq(staffMember.organisationId, unfinished.organisation_id));
    await tx.delete(organisation).where(eq(organisation.id, unfinished.organisation_id));
    await tx.delete(staffUser).where(eq(staffUser.email, DEMO.email));
  });
}

/** The kept credentials, if they are of a partner in this database and still open its door. */
async function alreadyThere({ dataDir }: FirstStart): Promise<FirstStartResult | null> {
  const credentials = dataDir ? keptCredentials(dataDir) : null;
  if (!credentials) return null;
  const [valid] = await db()
    .select({ expiresAt: accessCredential.expiresAt })
    .from(accessCredential)
    .where(eq(accessCredential.accessId, credentials.accessId));
  if (!valid || (valid.expiresAt && valid.expiresAt <= realNow())) return null;
  return { made: false, credentials };
}

/**
 * What `npm start` prints once the portal answers. The start that makes the demo partner prints its secrets; a later one
 * prints the file that holds them, and the secrets only on a terminal, as output elsewhere is kept. Contract: Accounts.
 * @param result null when there is no demo partner, or its secrets are unknown: then the address alone
 */
export function firstStartBanner(
  result: FirstStartResult | null,
  { publicUrl, dataDir, isTerminal }: { publicUrl: string; dataDir: string; isTerminal: boolean },
): string {
  const rows: [string, string | null][] = [['Portal', publicUrl]];
  if (result && !result.made) rows.push(['Secrets', credentialsFile(dataDir)]);
  if (result && (result.made || isTerminal)) {
    const { ownerEmail, ownerPassword, accessId, accessSecret } = result.credentials;
    rows.push(['E-mail', ownerEmail], ['Password', ownerPassword]);
    rows.push(['X-Access-Id', accessId], ['X-Access-Secret', accessSecret]);
  }
  const lines = rows.flatMap(([label, value]) => (value === null ? [] : `  ${label.padEnd(17)}${value}`));
  const title = result ? `Demarc is ready. Partner: ${DEMO.name} (sandbox)` : 'Demarc is ready.';
  const rule = '─'.repeat(Math.max(title.length + 2, ...lines.map((line) => line.length)));
  return `\n${rule}\n  ${title}\n\n${lines.join('\n')}\n${rule}\n\n`;
}
