import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodies, dataOf } from './helpers.ts';
import { outcomesOf, useImports } from './import-helpers.ts';

/**
 * The truth of a file is what its rows do one after the other: each is imported as a file of its own, in another account. The
 * check and the import of the whole file must say the same of every row.
 */
const { api, checkAndImport, draft, ownerIn, rowsOf, run } = useImports();

type Person = Awaited<ReturnType<typeof ownerIn>>;

/** Imports of one account. A file has at most 100 rows, so that one page shows all. */
async function expectInOrder(
  type: string,
  header: string[],
  rows: string[][],
  whole: Person,
  single: Person,
) {
  const file = (lines: string[][]) =>
    [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  const truth = [];
  for (const row of rows) {
    const { import: done } = await checkAndImport(type, file([row]), { person: single });
    // A row without any cell is no row.
    truth.push(...outcomesOf(done));
  }
  const result = await checkAndImport(type, file(rows), { person: whole });
  expect(outcomesOf(result.check)).toEqual(truth);
  expect(outcomesOf(result.import)).toEqual(truth);
  const ended = result.import.filter(({ outcome }) => ['DONE', 'UNCHANGED', 'REFUSED'].includes(outcome));
  expect(ended).toHaveLength(rows.length);
  return truth;
}

const oneOf = (...values: string[]) => fc.constantFrom(...values);

test('of random customers every row has the outcome of the rows one after the other', async () => {
  const [whole, single] = [await ownerIn('KE'), await ownerIn('KE')];
  const customer = fc.record({
    id: oneOf('', '1', '2', '3', 'N/A', '-', '1.5E+11'),
    first: oneOf('Ann', 'Ben', 'ann', 'José', 'Jose\u0301'),
    last: oneOf('Row', 'row', '-', ''),
    email: oneOf('a', 'b', 'c', 'A', '\u200ba', '', 'nowhere'),
    phone: oneOf('1', '2', '3', 'local 1', 'local 2', 'bare 3', '12', 'ext'),
    city: oneOf('', 'N/A', 'Nairobi\nWest', 'Kisumu'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(customer, { minLength: 2, maxLength: 14 }), async (customers) => {
      const run = String(randomInt(1e6)).padStart(6, '0');
      const phoneOf = (written: string) => {
        const [form = '', n = form] = written.split(' ');
        const number = `71${run}${n}`;
        if (form === 'ext') return `0${number}1 ext 5`;
        return (
          { local: `0${number.slice(0, 3)} ${number.slice(3)}`, bare: `254${number}` }[form] ??
          (n === '12' ? n : `+254${number}`)
        );
      };
      const emailOf = (name: string) => (name.length > 2 || name === '' ? name : `${name}${run}@example.com`);
      const rows = customers.map(({ id, first, last, email, phone, city }) => [
        ...[/^\d$/.test(id) ? `${run}-${id}` : id, first, last, emailOf(email), phoneOf(phone), city],
      ]);
      const header = ['Customer ID', 'First name', 'Last name', 'Email', 'Phone', 'City'];
      await expectInOrder('subscribers', header, rows, whole, single);
    }),
    { numRuns: 6 },
  );
});

test('of random plans every row has the outcome of the rows one after the other', async () => {
  const [whole, single] = [await ownerIn('KE'), await ownerIn('KE')];
  const plan = fc.record({
    name: oneOf('Home', 'HOME', ' Home', 'Café', 'Cafe\u0301', ''),
    download: oneOf('20', '1.000', '20,5', '10 Mbps', '2000'),
    price: oneOf('99', '1,000', '2,999', '0.01', '$30'),
    currency: oneOf('USD', 'USD', 'XXX'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 12 }), async (plans) => {
      const run = String(randomInt(1e9));
      const rows = plans.map(({ name, download, price, currency }) => [
        ...[name && `${name} ${run}`, 'RESIDENTIAL', download, '5', price, currency, '30'],
      ]);
      const header = ['Plan name', 'Plan type', 'Download', 'Upload', 'Price', 'Currency', 'Billing days'];
      await expectInOrder('plans', header, rows, whole, single);
    }),
    { numRuns: 6 },
  );
});

test('of random subscriptions every row has the outcome of the rows one after the other', async () => {
  const people = [await ownerIn('KE'), await ownerIn('KE')] as const;
  const run = String(randomInt(1e6)).padStart(6, '0');
  for (const { partner } of people) {
    for (const n of [1, 2]) {
      const who = { email: `s${n}.${run}@example.com`, phone: `+25471${run}${n}` };
      dataOf(
        await partner.post('/v1/subscribers', bodies.subscriber({ ...who, externalUserId: `${run}-${n}` })),
      );
    }
    for (const planName of ['Home', 'HOME', 'Other']) {
      dataOf(await partner.post('/v1/plans', bodies.plan({ planName: `${planName} ${run}` })));
    }
    dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint({ name: `Mast ${run}` })));
  }
  const subscription = fc.record({
    who: oneOf(
      `s1.${run}@example.com`,
      `S2.${run}@example.com`,
      `071${run}1`,
      `${run}-2`,
      'nobody',
      '1.5E+11',
    ),
    plan: oneOf(`Home ${run}`, `HOME ${run}`, `home ${run}`, `other ${run}`, 'none'),
    reference: fc.nat(3).map((n) => (n === 0 ? '' : n === 3 ? 'n/a' : `${n}`)),
    price: oneOf('', '', '99', '1,000'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(subscription, { minLength: 2, maxLength: 12 }), async (all) => {
      const mark = String(randomInt(1e9));
      const rows = all.map(({ who, plan, reference, price }) => [
        ...[who, plan, `mast ${run}`, /^\d$/.test(reference) ? `${mark}-${reference}` : reference, price],
      ]);
      const header = ['Subscriber', 'Plan', 'Demarcation point', 'Reference', 'Price override'];
      await expectInOrder('subscriptions', header, rows, ...people);
    }),
    { numRuns: 6 },
  );
});

test('a check that a crash interrupted sees the rows that were done before it', async () => {
  const person = await ownerIn('KE');
  const lines = ['Customer ID,First name,Last name,Email,Phone'];
  for (const [id, email] of ['first', 'shared', 'shared'].entries())
    lines.push(`${id},Ada,L,${email}@example.com,+25471200010${id}`);
  const { id, source } = await draft('subscribers', lines.join('\n'), person);
  await person.ok('job.check', { id, mapping: source.mapping });
  await run(person);
  const outcomes = async () => (await rowsOf(id, person)).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['DONE', 'DONE', 'REFUSED']);
  // The second row was done. The lease of the others has expired.
  await api.sql`
    update job_row set outcome = null, reasons = null, keys = null, due_at = now()
    where job_id = ${id} and position <> 2`;
  await api.sql`update job set status = 'CHECKING' where id = ${id}`;
  await run(person);
  expect(await outcomes()).toEqual(['DONE', 'DONE', 'REFUSED']);
});
