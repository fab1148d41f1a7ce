import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gatewayNames, railTitles } from './enums.ts';
import { appearanceOf } from './name-appearance.ts';
import { personName } from './person-name.ts';
import { systemActors } from './system-actors.ts';

const isTaken = (name: string) => personName.safeParse(name).success;

test.each([
  ['case', 'NJERI wambui'],
  ['a decomposed letter', 'Nje\u0301ri Wambui'.normalize('NFD')],
  ['full width', 'Ｎｊｅｒｉ Ｗａｍｂｕｉ'],
  ['mathematical letters', '𝐍𝐣𝐞𝐫𝐢 Wambui'],
  ['a zero-width space', 'Nje\u200bri Wambui'],
  ['a soft hyphen', 'Njeri Wam\u00adbui'],
  ['blanks', 'Njeri\u00a0\u2003 Wambui'],
  ['no blank', 'NjeriWambui'],
  ['punctuation', 'Njeri Wambui.'],
  ['a symbol', 'Njeri Wambui ✓'],
  ['a combining mark', 'Njeri\u0323 Wambui'],
  ['Cyrillic letters', 'Njеri Wаmbui'],
  ['Greek letters', 'Νjeri Wambui'],
  ['a dotless i', 'Njerı Wambuı'],
  ['l for i', 'Njerl Wambul'],
  ['1 for i', 'Njer1 Wambu1'],
  ['small capitals', 'Njᴇri Wambui'],
  ['a variation selector', 'Njeri\ufe0f Wambui'],
])('a name with %s looks like Njeri Wambui', (_, name) =>
  expect(appearanceOf(name)).toBe(appearanceOf('Njeri Wambui')),
);

test.each([
  ['0 for o', 'Otien0', 'Otieno'],
  ['rn for m', 'Warnbui', 'Wambui'],
  ['vv for w', 'Vvambui', 'Wambui'],
  ['a capital I for l', 'WaIter', 'Walter'],
  ['a Cyrillic word', 'РОСА', 'POCA'],
  ['an accent', 'José', 'Jose'],
])('%s: %s looks like %s', (_, name, other) => expect(appearanceOf(name)).toBe(appearanceOf(other)));

test.each([
  ['Njeri Wambui', 'Njeri Wanjiru'],
  ['राम', 'रमा'],
  ['李伟', '李薇'],
  ['Анна', 'Инна'],
  ['Ada', 'Ada B.'],
])('%s does not look like %s', (one, other) => expect(appearanceOf(one)).not.toBe(appearanceOf(other)));

test.each([
  ...systemActors,
  'Demarc',
  'System',
  'SYSTEM',
  'D\u0435marc',
  'Dem\u200barc',
  'De marc',
  'Demarc Support',
])('%s is refused as the name of a person', (name) => expect(isTaken(name)).toBe(false));

test.each([
  ...[
    'DemarcSupport',
    'system administrator',
    'API key Main',
    'Api-Key Main',
    'APl key',
    'Integration Splynx',
    'Integration',
    'The system',
    'the SYSTEM',
    'The\u00a0Sys\u200btem',
    'TheSystem',
    'A system user',
    'The Demarc billing run',
    'the integration Splynx',
    'admin',
    'Admin',
    'ADMlN',
    'The Admin',
    'Administrator',
    'Owner',
    'Technician',
    'Billing',
    'Technical  Support',
    'root',
    'The Webhook Deliveries',
  ],
  ...[
    '',
    ' ',
    '\u200b',
    '\u3164',
    '\u2800',
    '\u115f\u1160',
    '.',
    '-',
    '\u0301',
    '1 2',
    '🙂',
    'A \u202eirejN',
    'Ada\u2066x',
  ],
  ...['Adа Obi', 'Ada <ada@example.com>', 'x'.repeat(101), 'Ada\tObi', 'Ada\nObi'],
])('%j is refused as the name of a person', (name) => expect(isTaken(name)).toBe(false));

test.each([
  ...[
    'Ada',
    "Siân O'Brien",
    'Demarcus Jones',
    'The Anh Nguyen',
    'Adminah Otieno',
    'Root Mwangi',
    'Thesystem Banda',
    'Paola De Marchi',
    'Анна Иванова',
    'Γιώργος',
    '李伟',
    'محمد علي',
    'राम',
    'さくらSakura',
  ],
  ...['owner@acme.example', 'X Æ', 'Jobst Networks', 'Mailer'],
])('%j is taken as the name of a person', (name) => expect(isTaken(name)).toBe(true));

test('a long name is refused without work on its marks', () => {
  expect(isTaken(`a${'\u0315\u0300'.repeat(40_000)}`)).toBe(false);
  expect(appearanceOf('x'.repeat(100_000)).length).toBeLessThan(1_000);
});

describe('the names of automatic work', () => {
  const server = join(import.meta.dirname, '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/type: 'system', name: '([^']+)'/g)].map(
      ([, name]) => name,
    ),
  );

  test('of all callers in the code are those that no person can have', () => {
    const gateways = gatewayNames.map((gateway) => railTitles[gateway]);
    expect([...new Set([...named, ...gateways])].sort()).toEqual([...systemActors].sort());
  });
});
