import { sql } from 'drizzle-orm';
import { invalid } from '../../contract/errors.ts';
import { asMinor, type Minor, sum, toMajor } from '../../contract/money.ts';
import type { PdfDocument } from '../../contract/pdf-document.ts';
import {
  type AccountStatement,
  type StatementQuery,
  statementKinds,
} from '../../contract/portal/account-statement.ts';
import { isInRange } from '../../contract/primitives.ts';
import { dayOf, startOfDay } from '../../contract/zoned-time.ts';
import { renderDocument } from '../../documents/render-document.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { partiesOf } from '../model/invoice/parties.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { type StatementEntry, statementEntries } from '../model/statement-entries.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/** The most entries of one statement. */
const MAX_ENTRIES = 1_000;

/**
 * The account of a subscriber in a currency from the first to the last day, both inclusive, in the zone of the account. Portal only.
 * Contract: Statement of account.
 * @throws NOT_FOUND for the subscriber; VALIDATION_FAILED for days that are none, and for a period with more than 1,000 entries
 */
export async function readStatement(scope: Scope, query: StatementQuery): Promise<AccountStatement> {
  const { id, currency } = query;
  const [{ timeZone }, { accountNumber }] = await Promise.all([
    issuerOf(scope),
    find(scope, subscriberResource, id),
  ]);
  const { opening, closing, entries } = await account(scope, query, timeZone);
  return {
    ...{ accountNumber, currency },
    opening: toMajor(opening, currency),
    closing: toMajor(closing, currency),
    entries: entries.map(({ day, kind, number, text, amount, balance }) => ({
      ...{ day, type: kind, number, text },
      ...{ amount: toMajor(amount, currency), balance: toMajor(balance, currency) },
    })),
  };
}

/**
 * As `readStatement`, as a PDF.
 * @throws as `readStatement`; SERVICE_UNAVAILABLE where too many documents wait
 */
export async function readStatementPdf(scope: Scope, query: StatementQuery): Promise<PdfDocument> {
  const { id, from, to, currency } = query;
  const { issuer, customer } = await partiesOf(scope, id);
  const content = await renderDocument(scope.providerId, {
    ...{ title: 'Statement of account', number: `${from} – ${to}`, issuedAt: scope.now },
    ...{ issuer, customer, currency },
    ...(await account(scope, query, issuer.timeZone)),
  });
  return { fileName: `statement-${customer.accountNumber}-${from}-${to}.pdf`, content };
}

async function account(scope: Scope, { id, from, to, currency }: StatementQuery, timeZone: string) {
  const [start, end] = [startOfDay(from, timeZone), startOfDay(to, timeZone, 1)];
  if (start === null || end === null || !isInRange(new Date(end))) {
    throw invalid([{ field: 'to', code: 'OUT_OF_RANGE', message: 'Enter a day before the end of 9999.' }]);
  }
  const all = statementEntries(sql`provider_id = ${scope.providerId} and subscriber_id = ${id}`);
  const [[before], rows] = await Promise.all([
    scope.db.execute<{ opening: string }>(sql`
      select coalesce(sum(amount), 0)::text as opening from (${all}) e where currency = ${currency} and at < ${start}`),
    scope.db.execute<Omit<StatementEntry, 'amount'> & { amount: string }>(sql`
      select kind, id, number, text, amount::text as amount, at
      from (${all}) e
      where currency = ${currency} and at >= ${start} and at < ${end}
      order by at, id, kind limit ${MAX_ENTRIES + 1}`),
  ]);
  if (rows.length > MAX_ENTRIES) {
    const message = 'The period has more than 1,000 entries. Choose a shorter one.';
    throw invalid([{ field: 'from', code: 'OUT_OF_RANGE', message }]);
  }
  const opening = asMinor(Number(before?.opening ?? 0));
  let balance: Minor = opening;
  const entries = rows.map(({ at: instant, kind, number, text, amount }) => {
    const at = new Date(instant);
    // PostgreSQL may have other rules of the zone than the bounds of the period.
    const day = dayOf(at.toISOString(), timeZone);
    balance = sum(balance, asMinor(Number(amount)));
    const about = [statementKinds[kind], number ?? text].filter(Boolean).join(': ');
    return { at, day, kind, number, text: about, amount: asMinor(Number(amount)), balance };
  });
  return { opening, closing: balance, entries };
}
