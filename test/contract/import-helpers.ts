import { beforeAll, expect } from 'vitest';
import { runDueRows } from '../../server/api/run-job.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { createUploadHandler, UPLOAD_PATH } from '../../server/portal/upload-import.ts';
import { origin } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const uploads = createUploadHandler([origin]);

/** The outcome of a row, without what differs between a check and an import. */
export type Outcome = { outcome: string; reasons: string[] };

/** Imports over real HTTP, as the owner of a partner. */
export function useImports() {
  const portal = usePortal({
    [UPLOAD_PATH]: async (req, res) => uploads(req, res),
    [REJECTS_PATH]: downloadRejects,
  });
  const { api, owner } = portal;
  type Person = Awaited<ReturnType<typeof owner>>;
  let first: Person;
  beforeAll(async () => {
    first = await ownerIn('KE');
  }, 60_000);

  /** The owner of a new partner, whose local phone numbers are those of a country. */
  async function ownerIn(country: string): Promise<Person> {
    const person = await owner();
    await api.sql`
      update organisation set country = ${country}
      where id = (select organisation_id from provider where id = ${person.providerId})`;
    return person;
  }

  const upload = (type: string, file: string | Buffer, person: { cookie: string } = first, query = '') =>
    fetch(`${api.base}${UPLOAD_PATH}${type}?name=customers.csv${query}`, {
      method: 'POST',
      headers: { cookie: person.cookie, origin, 'content-type': 'text/csv' },
      body: file as BodyInit,
    });

  async function draft(type: string, file: string | Buffer, person = first, query = '') {
    const answer = await upload(type, file, person, query);
    const body = await answer.json();
    expect(answer.status, JSON.stringify(body)).toBe(201);
    return person.ok('job.get', { id: body.id });
  }

  const run = (person = first) => runDueRows({ providerId: person.providerId, budgetMs: 240_000 });

  async function rowsOf(id: string, person = first) {
    const { data } = await person.ok('job.rows', { id, limit: 100 });
    return data as { name: string; outcome: string; reasons: { field: string; message: string }[] }[];
  }

  /** What a check and then an import say about each row of a file. */
  async function checkAndImport(
    type: string,
    file: string | Buffer,
    { person = first, ...over }: { person?: Person; mapping?: object; defaults?: object } = {},
  ) {
    const { id, source } = await draft(type, file, person);
    await person.ok('job.check', { id, mapping: source.mapping, ...over });
    await run(person);
    const check = await rowsOf(id, person);
    await person.ok('job.start', { id });
    await run(person);
    const { counts, status } = await person.ok('job.get', { id });
    expect(status).toBe('COMPLETED');
    return { id, counts, check, import: await rowsOf(id, person) };
  }

  const rejectsOf = async (id: string, person = first) =>
    (await fetch(`${api.base}${REJECTS_PATH}${id}`, { headers: { cookie: person.cookie } })).text();

  return {
    ...portal,
    upload,
    draft,
    run,
    rowsOf,
    checkAndImport,
    rejectsOf,
    ownerIn,
    staff: () => first,
    partner: () => first.partner,
  };
}

/** The outcomes of rows, and why those are refused that are. */
export function outcomesOf(
  rows: { outcome: string; reasons: { field: string; message: string }[] }[],
): Outcome[] {
  return rows.map(({ outcome, reasons }) => ({
    outcome,
    reasons: outcome === 'REFUSED' ? reasons.map(({ field, message }) => `${field}: ${message}`) : [],
  }));
}
