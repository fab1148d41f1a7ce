import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { accessCredential, auditEntry, organisation, provider } from '../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../drizzle/schema/staff.ts';
import { monotonicMs, realNow } from '../clock.ts';
import { db } from '../db/client.ts';
import { createPartner } from '../domain/partner/create.ts';
import { updateOrganisation } from '../domain/provider/organisation.ts';
import type { WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { connectAccounts } from './accounts.ts';
import {
  credentialsFile,
  type DemoCredentials,
  readCredentials,
  saveCredentials,
} from './credentials-file.ts';
import { runStep } from './customer-steps.ts';
import { assignTechnician, saveViews } from './daily-work.ts';
import { demoHistory, playHistory } from './history.ts';
import { importCustomers } from './import-customers.ts';
import { playNetwork } from './network.ts';
import { registerServers } from './network-servers.ts';
import { writeNotes } from './notes.ts';
import { loadYear, type PreparedYear } from './prepared-year.ts';
import { logDemoRequests } from './requests.ts';
import type { Step } from './scenarios.ts';
import { connectSystems } from './systems.ts';
import { colleagues, hireTeam } from './team.ts';

const DEMO = {
  name: 'Demo ISP',
  email: 'owner@demo-isp.example',
  livemode: false,
  timeZone: 'Africa/Nairobi',
} as const;

/** Company details on the demo partner's invoices and emails. */
const DEMO_ORGANISATION = {
  legalName: 'Demo Internet Services Limited',
  taxId: 'P051234567X',
  street: '14 Riverside Drive',
  city: 'Nairobi',
  postalCode: '00100',
  country: 'KE',
  email: 'billing@demo-isp.example',
  phone: '+254 20 123 4567',
  paymentInstructions: 'M-PESA Paybill 123456, account: your account number or invoice number.',
};

/** The key of the advisory lock under which one process creates the demo partner. Any fixed number works. */
const FIRST_START_LOCK = 7_346_003;

export type FirstStartResult = {
  /** True when this call created the partner, false when the partner existed. */
  isNew: boolean;
  credentials: DemoCredentials;
};

type FirstStart = {
  log: Pick<Logger, 'info'>;
  /** The portal's address; stored with the credentials. */
  publicUrl: string;
  /** The folder of the credentials file. Without it the credentials are not stored. */
  dataDir?: string;
  /** False (`DEMO=0`): nothing is created and nothing is shown. */
  enabled: boolean;
  /** The rows of the year, prepared by the build; then the connection has to be a superuser's. Without them the year is played. */
  year?: PreparedYear | null;
  /** Called after the partner is created and after each step of its history. An error that it throws ends the first start. */
  onProgress?: (steps: number) => void;
};

/**
 * Creates the sandbox partner "Demo ISP" with a history in a database without partners, through the verbs that serve
 * requests. Schedule D has to be loaded. An advisory lock lets one process at a time run it.
 *
 * The history is one transaction, so a killed start leaves a partner without a history. The next start deletes that
 * partner and creates it again; its secrets were never shown. The credentials are stored before the history begins, so
 * a partner with a history always has its credentials file.
 * @returns what to show the developer; null when the database's partner is not the demo, or its secrets are unknown
 * @throws the refusal of a verb, for instance when a loaded Schedule D has higher floors
 */
export async function firstStart(given: FirstStart): Promise<FirstStartResult | null> {
  if (!given.enabled) return null;
  // The transaction holds the lock only; the work has transactions of its own.
  return db().transaction(async (lock) => {
    // The history of another process may take longer than the limit.
    await lock.execute(sql`set local lock_timeout = 0`);
    await lock.execute(sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`);
    await removeUnfinishedPartner();
    const [any] = await db().select({ id: provider.id }).from(provider).limit(1);
    return any ? findExisting(given) : create(given);
  });
}

async function create({ log, publicUrl, dataDir, year, onProgress }: FirstStart): Promise<FirstStartResult> {
  const started = monotonicMs();
  const { livemode: _, ...partner } = await createPartner({
    ...DEMO,
    ownerName: 'Grace Wambui',
    mayKeepPassword: true,
  });
  const team = colleagues.map(({ email, role }) => ({ email, role }));
  const credentials = { portal: publicUrl, ...partner, team };
  if (dataDir) saveCredentials(dataDir, credentials);
  onProgress?.(0);
  const steps = await createHistory(partner.providerId, year, onProgress);
  await logDemoRequests(partner.accessId, realNow());
  const ms = Math.round(monotonicMs() - started);
  log.info({ providerId: partner.providerId, steps, ms }, 'demo partner created');
  return { isNew: true, credentials };
}

async function createHistory(
  providerId: string,
  year: FirstStart['year'],
  onProgress?: (steps: number) => void,
): Promise<number> {
  const caller = { type: 'system', name: 'demo' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    await updateOrganisation(scope, DEMO_ORGANISATION);
    const steps = year
      ? await loadYear(scope, year, onProgress)
      : await playHistory(scope, demoHistory(scope.now), onProgress);
    await playNetwork(scope, DEMO.timeZone);
    const staff = await hireTeam(scope);
    const today = (by: WriteScope, act: Step['act']) => runStep(by, { at: scope.now, act });
    await today(staff.admin, registerServers);
    await today(staff.admin, connectAccounts);
    await today(staff.admin, connectSystems);
    await writeNotes(staff);
    await saveViews(staff);
    await today(staff.support, assignTechnician);
    await today(staff.owner, importCustomers);
    return steps;
  });
}

/** Deletes a demo partner without a history. It must be the only partner and have no rows of its own. */
async function removeUnfinishedPartner(): Promise<void> {
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
    // Audit entries are final. This partner was never shown, so its entries may be deleted.
    await tx.execute(sql`set local demarc.audit_may_go = 'on'`);
    await tx.delete(auditEntry).where(eq(auditEntry.providerId, unfinished.id));
    await tx.delete(accessCredential).where(eq(accessCredential.providerId, unfinished.id));
    await tx.delete(provider).where(eq(provider.id, unfinished.id));
    await tx.delete(staffMember).where(eq(staffMember.organisationId, unfinished.organisation_id));
    await tx.delete(organisation).where(eq(organisation.id, unfinished.organisation_id));
    await tx.delete(staffUser).where(eq(staffUser.email, DEMO.email));
  });
}

/** The stored credentials, if they belong to a partner in this database and are still valid. */
async function findExisting({ dataDir }: FirstStart): Promise<FirstStartResult | null> {
  const credentials = dataDir ? readCredentials(dataDir) : null;
  if (!credentials) return null;
  const [valid] = await db()
    .select({ expiresAt: accessCredential.expiresAt })
    .from(accessCredential)
    .where(eq(accessCredential.accessId, credentials.accessId));
  if (!valid || (valid.expiresAt && valid.expiresAt <= realNow())) return null;
  return { isNew: false, credentials };
}

/**
 * The text that `npm start` prints when the portal answers. The start that creates the demo partner prints its secrets. A
 * later start prints the path of the file that holds them, and the secrets only on a terminal, because other output is
 * often stored. Contract: Accounts.
 * @param result null without a demo partner or without its secrets; the text then has the address only
 */
export function firstStartBanner(
  result: FirstStartResult | null,
  { publicUrl, dataDir, isTerminal }: { publicUrl: string; dataDir: string; isTerminal: boolean },
): string {
  const rows: [string, string | null][] = [['Portal', publicUrl]];
  if (result && !result.isNew) rows.push(['Secrets', credentialsFile(dataDir)]);
  if (result && (result.isNew || isTerminal)) {
    const { ownerEmail, ownerPassword, team, accessId, accessSecret } = result.credentials;
    rows.push(['Email', ownerEmail], ['Password', ownerPassword]);
    if (team.length > 0) rows.push(['Same password', team.map(({ email }) => email).join(', ')]);
    rows.push(['X-Access-Id', accessId], ['X-Access-Secret', accessSecret]);
  }
  const lines = rows.flatMap(([label, value]) => (value === null ? [] : `  ${label.padEnd(17)}${value}`));
  const title = result ? `Demarc is ready. Partner: ${DEMO.name} (sandbox)` : 'Demarc is ready.';
  const rule = '─'.repeat(Math.max(title.length + 2, ...lines.map((line) => line.length)));
  return `\n${rule}\n  ${title}\n\n${lines.join('\n')}\n${rule}\n\n`;
}
