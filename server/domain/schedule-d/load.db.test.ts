import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/fixtures/fresh-database.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { loadDefaultScheduleD, loadScheduleD } from './load.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
});
afterAll(() => database.close());
beforeEach(() => database.sql`truncate schedule_d_row`);

const head = 'planType,currency,minSpeedMbps,maxSpeedMbps,floorAmount,effectiveFrom';
const file = (...rows: string[]) => [head, ...rows].join('\n');

async function stored(): Promise<string[]> {
  const rows = await database.sql<{ text: string }[]>`
    select concat_ws(' ', plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount,
      to_char(effective_from, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as text
    from schedule_d_row order by plan_type, currency, effective_from, min_speed_mbps`;
  return rows.map((row) => row.text);
}

test('floors are stored in minor units, times in UTC, and tiers may touch', async () => {
  const loaded = await loadScheduleD(
    file(
      'RESIDENTIAL,USD,0,12.5,5.5,2026-01-01',
      'RESIDENTIAL,USD,12.5,100,8.05,2026-01-01',
      'RESIDENTIAL,UGX,0,10,18000,2026-01-01T03:00:00+03:00',
      'BUSINESS,JOD,0,10,1.234,2026-06-01T00:00:00Z',
    ),
  );
  expect(loaded).toEqual({ added: 4, changed: 0, unchanged: 0 });
  expect(await stored()).toEqual([
    'BUSINESS JOD 0 10 1234 2026-06-01T00:00:00Z',
    'RESIDENTIAL UGX 0 10 18000 2026-01-01T00:00:00Z',
    'RESIDENTIAL USD 0 12.5 550 2026-01-01T00:00:00Z',
    'RESIDENTIAL USD 12.5 100 805 2026-01-01T00:00:00Z',
  ]);
});

test('columns in any order, quotes, spaces, blank lines, Windows line ends and a byte order mark are accepted', async () => {
  await loadScheduleD(
    '\uFEFFcurrency, planType ,effectiveFrom,floorAmount,maxSpeedMbps,minSpeedMbps\r\n\r\n' +
      '"USD",RESIDENTIAL, 2026-01-01 ,5,10,0\r\n,,,,,\r\n',
  );
  expect(await stored()).toEqual(['RESIDENTIAL USD 0 10 500 2026-01-01T00:00:00Z']);
});

test('loading the same file again changes nothing, a new floor of a tier is added', async () => {
  const rows = ['RESIDENTIAL,USD,0,10,5,2026-01-01', 'RESIDENTIAL,USD,10,25,8,2026-01-01'];
  await loadScheduleD(file(...rows));
  const before = await database.sql`select * from schedule_d_row order by min_speed_mbps`;
  expect(await loadScheduleD(file(...rows, ...rows))).toEqual({ added: 0, changed: 0, unchanged: 2 });
  expect([...(await database.sql`select * from schedule_d_row order by min_speed_mbps`)]).toEqual([
    ...before,
  ]);

  const next = file('RESIDENTIAL,USD,0,10,6,2026-01-01', 'RESIDENTIAL,USD,0,10,7,2027-01-01');
  expect(await loadScheduleD(next)).toEqual({ added: 1, changed: 1, unchanged: 0 });
  expect(await stored()).toEqual([
    'RESIDENTIAL USD 0 10 600 2026-01-01T00:00:00Z',
    'RESIDENTIAL USD 10 25 800 2026-01-01T00:00:00Z',
    'RESIDENTIAL USD 0 10 700 2027-01-01T00:00:00Z',
  ]);
});

const good = 'RESIDENTIAL,USD,0,10,5,2026-01-01';

describe('an invalid line is reported and no line is loaded:', () => {
  test.each([
    ['an unknown plan type', 'GALACTIC,USD,10,25,5,2026-01-01', 'line 3: planType "GALACTIC"'],
    ['an unknown currency', 'RESIDENTIAL,XXQ,10,25,5,2026-01-01', 'line 3: currency "XXQ"'],
    ['a currency in lower case', 'RESIDENTIAL,usd,10,25,5,2026-01-01', 'line 3: currency "usd"'],
    ['a speed that is none', 'RESIDENTIAL,USD,10,fast,5,2026-01-01', 'line 3: maxSpeedMbps "fast"'],
    ['a negative speed', 'RESIDENTIAL,USD,-1,25,5,2026-01-01', 'line 3: minSpeedMbps "-1"'],
    [
      'bounds the wrong way round',
      'RESIDENTIAL,USD,25,10,5,2026-01-01',
      'line 3: maxSpeedMbps must be above',
    ],
    ['bounds that are equal', 'RESIDENTIAL,USD,25,25,5,2026-01-01', 'line 3: maxSpeedMbps must be above'],
    ['no floor', 'RESIDENTIAL,USD,10,25,,2026-01-01', 'line 3: floorAmount ""'],
    ['a negative floor', 'RESIDENTIAL,USD,10,25,-5,2026-01-01', 'line 3: floorAmount "-5"'],
    ['a floor in words of a computer', 'RESIDENTIAL,USD,10,25,1e3,2026-01-01', 'line 3: floorAmount "1e3"'],
    ['more decimals than cents', 'RESIDENTIAL,USD,10,25,5.001,2026-01-01', 'line 3: floorAmount "5.001"'],
    ['decimals of shillings', 'RESIDENTIAL,UGX,10,25,5.5,2026-01-01', 'line 3: floorAmount "5.5"'],
    ['a day that is not', 'RESIDENTIAL,USD,10,25,5,2026-02-30', 'line 3: effectiveFrom "2026-02-30"'],
    ['a time without offset', 'RESIDENTIAL,USD,10,25,5,2026-01-01T00:00:00', 'line 3: effectiveFrom'],
    ['too few columns', 'RESIDENTIAL,USD,10,25,5', 'line 3: has 5 columns'],
    [
      'an overlap',
      'RESIDENTIAL,USD,9.9,25,5,2026-01-01T00:00:00Z',
      'line 3: the tier overlaps with that of line 2',
    ],
    ['one tier with two floors', 'RESIDENTIAL,USD,0,10,6,2026-01-01', 'line 3: another floor than line 2'],
    ['an open quote', '"RESIDENTIAL,USD,10,25,5,2026-01-01', 'Quote Not Closed'],
  ])('%s', async (_what, line, problem) => {
    await expect(loadScheduleD(file(good, line))).rejects.toThrow(problem);
    expect(await stored()).toEqual([]);
  });

  test('all invalid lines are reported at once', async () => {
    const load = async () =>
      loadScheduleD(file('X,USD,0,10,5,2026-01-01', good, 'RESIDENTIAL,USD,10,25,x,y'));
    await expect(load()).rejects.toMatchObject({
      problems: [
        expect.stringMatching(/^line 2: planType/),
        expect.stringMatching(/^line 4: floorAmount/),
        expect.stringMatching(/^line 4: effectiveFrom/),
      ],
    });
  });

  test.each([
    ['nothing', '', 'The file is empty'],
    ['headings alone', head, 'no rows'],
    ['a missing heading', head.replace('currency,', ''), 'line 1: the column currency is missing'],
    ['an unknown heading', `${head},note`, 'line 1: the column "note"'],
    ['a heading twice', `${head},currency`, 'line 1: the column "currency"'],
    ['something binary', `${head}\n\u0000`, 'not UTF-8 text'],
  ])('a file with %s', async (_what, csv, problem) => {
    await expect(loadScheduleD(csv)).rejects.toThrow(problem);
  });
});

test('a tier that overlaps a loaded one is refused, unless it is effective at another time', async () => {
  await loadScheduleD(file(good));
  await expect(loadScheduleD(file('RESIDENTIAL,USD,5,25,5,2026-01-01'))).rejects.toThrow(
    'overlaps with the loaded',
  );
  await loadScheduleD(file('RESIDENTIAL,USD,5,25,5,2026-01-02'));
  expect(await stored()).toHaveLength(2);
});

test('the default table has rising floors for eight currencies and is loaded into an empty Schedule D only', async () => {
  expect(await loadDefaultScheduleD()).toBe(56);
  const rows = await database.sql<{ currency: string; tiers: number[]; floors: string[] }[]>`
    select currency, array_agg(max_speed_mbps order by max_speed_mbps) as tiers,
      array_agg(floor_amount order by max_speed_mbps) as floors
    from schedule_d_row
    where plan_type = 'RESIDENTIAL' and effective_from = '2020-01-01T00:00:00Z' group by currency order by currency`;
  expect(rows.map((row) => row.currency)).toEqual(['EUR', 'GBP', 'GHS', 'KES', 'NGN', 'UGX', 'USD', 'ZAR']);
  for (const { tiers, floors } of rows) {
    expect(tiers).toEqual([10, 25, 50, 100, 250, 500, 1000]);
    const amounts = floors.map(Number);
    expect([...amounts].sort((a, b) => a - b)).toEqual(amounts);
    expect(new Set(amounts).size).toBe(7);
  }
  await database.sql`delete from schedule_d_row where currency <> 'USD'`;
  expect(await loadDefaultScheduleD()).toBe(0);
});

test('two processes that start concurrently load the default table once', async () => {
  const added = await Promise.all([loadDefaultScheduleD(), loadDefaultScheduleD()]);
  expect(added.sort()).toEqual([0, 56]);
});
