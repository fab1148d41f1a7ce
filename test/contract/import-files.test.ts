import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { workbook } from '../fixtures/workbook.ts';
import { dataOf } from './helpers.ts';
import { outcomesOf, useImports } from './import-helpers.ts';
import { origin } from './portal-helpers.ts';

const { api, upload, draft, checkAndImport, member, ownerIn, staff, partner } = useImports();

const mark = () => `F${randomInt(1e9)}`;
let phones = randomInt(1e5) * 100;
const phone = () => `+25471${String(phones++).padStart(7, '0').slice(-7)}`;
const called = async (q: string) =>
  dataOf(await partner().get(`/v1/subscribers?q=${q}&limit=100&sort=createdAt`));

test('I5: a first line `sep=;` says the separator', async () => {
  const m = mark();
  const file = `sep=;\r\nFirst name;Last name;Email;Phone\r\n${m};"Row, the first";${m}@example.com;${phone()}\r\n`;
  const result = await checkAndImport('subscribers', file);
  expect(outcomesOf(result.import)).toEqual([{ outcome: 'DONE', reasons: [] }]);
  expect(await called(m)).toMatchObject([{ lastName: 'Row, the first' }]);
});

test('I7: a Windows-1251 file asks for its encoding with a preview, keeps nothing, and is imported with the answer', async () => {
  const m = mark();
  const text = `First name,Last name,Email,Phone\n\u0418\u0432\u0430\u043d,${m},${m}@example.com,${phone()}\n`;
  const bytes = Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );
  const jobs = async () => (await staff().ok('job.list', { kind: 'import', limit: 100 })).meta.total;
  const before = await jobs();
  const asked = await upload('subscribers', bytes);
  const question = await asked.json();
  expect(asked.status).toBe(200);
  expect(question).toMatchObject({ choose: 'encoding' });
  const { preview } = question.choices.find(({ value }: { value: string }) => value === 'windows-1251');
  expect(preview.rows[0][0]).toBe('Иван');
  expect(await jobs()).toBe(before);
  const job = await draft('subscribers', bytes, staff(), '&encoding=windows-1251');
  const { data } = await staff().ok('job.rows', { id: job.id });
  expect(data[0].cells['First name']).toBe('Иван');
  expect((await upload('subscribers', bytes, staff(), '&encoding=utf-7')).status).toBe(400);
});

test('an Excel workbook is imported; of several sheets one is chosen', async () => {
  const m = mark();
  const [ada, grace] = [phone(), phone()];
  const people = [
    ['Customer ID', 'First name', 'Last name', 'Email', 'Phone', 'Country'],
    ['007', m, 'Ada', `${m}a@example.com`, Number(ada.slice(1)), 'Kenya'],
    ['008', m, 'Grace', `${m}b@example.com`, grace, 'KE'],
  ];
  const result = await checkAndImport('subscribers', workbook({ Sheet1: people }));
  expect(outcomesOf(result.import).map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE']);
  // Rows without a value in common run side by side, so either may be created first.
  const made = (await called(m)) as { externalUserId: string }[];
  expect(made.toSorted((a, b) => a.externalUserId.localeCompare(b.externalUserId))).toMatchObject([
    { externalUserId: '007', phone: ada, country: 'KE' },
    { externalUserId: '008', phone: grace },
  ]);
  const two = workbook({ People: people, Plans: [['Plan name'], ['Home']] });
  expect(await (await upload('plans', two)).json()).toMatchObject({
    choose: 'sheet',
    choices: [{ value: 'People' }, { value: 'Plans', preview: { rows: [['Home']] } }],
  });
  const job = await draft('plans', two, staff(), '&sheet=Plans');
  expect(job).toMatchObject({ source: { columns: ['Plan name'] }, counts: { total: 1 } });
});

test('the files of the guide are imported as they are, one after the other, and again', async () => {
  const guide = readFileSync('docs/guides/import-customers.md', 'utf8');
  const files = [...guide.matchAll(/^```csv (\w+)\n(.*?)^```$/gms)];
  expect(files.map(([, type]) => type)).toEqual(['plans', 'subscribers', 'subscriptions']);
  const person = await ownerIn('KE');
  await person.partner.post('/v1/demarcation-points', { name: 'Cabinet 7', accessType: 'FIBER' });
  for (const outcome of ['DONE', 'UNCHANGED']) {
    for (const [, type = '', file = ''] of files) {
      const result = await checkAndImport(type, file, { person });
      expect(outcomesOf(result.import)).toEqual([
        { outcome, reasons: [] },
        { outcome, reasons: [] },
      ]);
    }
  }
});

test('a workbook that takes more memory than there is ends no other request', async () => {
  // No spreadsheet has cells of these names.
  for (const cell of ['ZZZZZZ99999999', 'ZZZZZZZZZZ5']) {
    const answer = await upload('plans', workbook({ Plans: [['Plan name'], ['Home']] }, { Plans: [cell] }));
    expect(answer.status).toBe(400);
    expect((await answer.json()).rejectionReasons).toMatchObject([{ field: 'file' }]);
  }
  expect(await draft('plans', workbook({ Plans: [['Plan name'], ['Home']] }))).toMatchObject({
    counts: { total: 1 },
  });
});

test('the permission is checked before the body is read', async () => {
  const support = await member(staff(), 'support');
  const status = await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.base);
    const headers = {
      ...{ cookie: support.cookie, origin, 'content-type': 'text/csv' },
      'content-length': 10_000_000,
    };
    const req = request({ hostname, port, method: 'POST', path: '/api/imports/plans?name=a.csv', headers });
    // No byte of the body is sent.
    req.on('response', (answer) => {
      resolve(answer.statusCode);
      req.destroy();
    });
    req.on('error', reject);
    req.flushHeaders();
  });
  expect(status).toBe(403);
});

test('a page of rows has the beginnings of the cells of very wide rows', async () => {
  const cell = 'x'.repeat(1_900);
  const columns = Array.from({ length: 100 }, (_, i) => `Extra ${i}`);
  const file = `${columns.join(',')}\n${`${Array(100).fill(cell).join(',')}\n`.repeat(20)}narrow\n`;
  const job = await draft('subscribers', file);
  const { data } = await staff().ok('job.rows', { id: job.id, limit: 100 });
  expect(JSON.stringify(data).length).toBeLessThan(200_000);
  expect(data[0].cells['Extra 99']).toBe(`${'x'.repeat(64)}…`);
  expect(data[20].cells).toEqual({ 'Extra 0': 'narrow' });
  const [row] = await api.sql`select input from job_row where job_id = ${job.id} and position = 1`;
  expect(row?.input['Extra 99']).toBe(cell);
});
