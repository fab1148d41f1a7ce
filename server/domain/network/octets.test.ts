import { expect, test } from 'vitest';
import { type Bounds, type Counters, count, type Reading } from './octets.ts';

const GB = 1_000_000_000;
const WRAP = 2 ** 32;
/** A minute's interim on a line of 20 Mbps down and 5 Mbps up: 150 MB and 37.5 MB. */
const bounds: Bounds = { sinceOpenedMs: 3_600_000, uploadMbps: 5, downloadMbps: 20 };
const seen = (output: number, time: number | null = 3_600): Counters => ({
  input: 1,
  output,
  seenInput: 1,
  seenOutput: output,
  seenTime: time,
  former: null,
});
const report = (output: number | null, time: number | null = 3_660): Reading => ({ input: 1, output, time });
const counted = (counters: Counters, reading: Reading) => {
  const { counters: after, isFault } = count(counters, reading, bounds);
  return { output: after.output, seen: after.seenOutput, isFault };
};

test.each<[string, Counters, Reading, object]>([
  ['grows', seen(100), report(150), { output: 150, seen: 150 }],
  ['stays', seen(100), report(100), { output: 100, seen: 100 }],
  ['is 0', seen(100), report(0), { output: 100, seen: 100 }],
  ['is absent', seen(100), report(null), { output: 100, seen: 100 }],
  [
    'wraps by what the speed can carry',
    seen(WRAP - 1_000),
    report(5_000),
    { output: WRAP + 5_000, seen: 5_000 },
  ],
  [
    'wraps by just what the speed can carry',
    seen(WRAP - 100),
    report(152_499_900),
    { output: WRAP + 152_499_900 },
  ],
  [
    'falls by just more than a wrap that the speed can carry',
    seen(WRAP - 100),
    report(152_499_950),
    { output: WRAP - 100 + 152_499_950 },
  ],
  [
    'starts again: a wrap is more than the speed can carry',
    seen(3 * GB),
    report(5_000),
    { output: 3 * GB + 5_000, seen: 5_000 },
  ],
  [
    'is more than the speed can carry either way',
    seen(3 * GB),
    report(2 * GB),
    { output: WRAP + 2 * GB, seen: 2 * GB },
  ],
  [
    'falls from more than 32 bits to what the speed can carry',
    seen(5 * GB),
    report(5_000),
    { output: 5 * GB + 5_000, seen: 5_000 },
  ],
  [
    'falls from more than 32 bits to the impossible',
    seen(5 * GB),
    report(4 * GB),
    { output: 5 * GB, isFault: true },
  ],
  ['falls in a report of an earlier time', seen(100), report(50, 3_599), { output: 100, seen: 100 }],
  [
    'grows in a report of an earlier time, as before a wrap',
    seen(100),
    report(4_200_000_000, 3_599),
    { output: 100, seen: 100 },
  ],
  ['falls in a report of the same time', seen(100), report(50, 3_600), { output: 100, seen: 100 }],
  ['falls without session times', seen(100, null), report(50, null), { output: 100, seen: 100 }],
  ['is negative', seen(100), report(-1), { output: 100, seen: 100, isFault: true }],
  ['is impossible', seen(100), report(2 ** 53), { output: 100, seen: 100, isFault: true }],
  ['is the greatest possible', seen(100), report(2 ** 52), { output: 2 ** 52 }],
])('a counter that %s', (_, counters, reading, expected) => {
  expect(counted(counters, reading)).toMatchObject({ isFault: false, ...expected });
});

test('each direction has its own speed', () => {
  const counters = { ...seen(0), input: WRAP - 100, seenInput: WRAP - 100 };
  const at = (input: number) => count(counters, { input, output: 1, time: 3_660 }, bounds).counters.input;
  expect(at(38_000_000)).toBe(WRAP + 38_000_000);
  expect(at(38_124_900)).toBe(WRAP + 38_124_900);
  expect(at(38_124_950)).toBe(WRAP - 100 + 38_124_950);
});

test('an impossible session time is as none', () => {
  const { counters } = count(seen(100), { input: 1, output: 200, time: 2 ** 31 }, bounds);
  expect(counters).toMatchObject({ output: 200, seenTime: 3_600 });
});

const former = { input: 10, output: 20, time: 1_000 };
const begun: Counters = { input: 0, output: 0, seenInput: 0, seenOutput: 0, seenTime: null, former };
const after = { ...bounds, sinceOpenedMs: 60_000 };

test.each<[string, Counters, Reading, number]>([
  ['the counters of the former session', begun, { input: 10, output: 20, time: 60 }, 0],
  ['the time of the former session', begun, { input: 15, output: 50, time: 1_060 }, 35],
  ['its own time', begun, { input: 15, output: 50, time: 60 }, 65],
  ['a time of neither', begun, { input: 15, output: 50, time: 500 }, 65],
  [
    'a time that is near to both',
    { ...begun, former: { ...former, time: 30 } },
    { input: 15, output: 50, time: 60 },
    65,
  ],
  ['no time', begun, { input: 15, output: 50, time: null }, 35],
  ['no time and a lower counter', begun, { input: 15, output: 19, time: null }, 34],
  [
    'no time, after the router began again',
    { ...begun, former: { ...former, time: null } },
    { input: 15, output: 50, time: null },
    65,
  ],
])('the first report of a session with %s', (_, counters, reading, octets) => {
  const { input, output } = count(counters, reading, after).counters;
  expect(input + output).toBe(octets);
});
