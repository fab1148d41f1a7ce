import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirements } from '../../test/fixtures/asvs-requirements.ts';

const page = readFileSync('docs/security.md', 'utf8');
const [, claims = ''] = page.split('\n## Requirements\n');

test('docs/security.md has each requirement of levels 1 and 2 of ASVS 5.0 once, with a state', () => {
  expect(requirements).toHaveLength(253);
  const named = claims.match(/\bV\d+\.\d+\.\d+\b/g) ?? [];
  expect(named.toSorted()).toEqual([...requirements].toSorted());
  for (const line of claims.split('\n').filter((each) => /^\| V\d/.test(each))) {
    expect(line).toMatch(/^\| V[\d.]+ \| (met|n\. a\.|open, low) \| .{5,} \|$/);
  }
});

test('docs/security.md counts its states', () => {
  const rows = (state: string) => claims.split('\n').filter((line) => line.includes(` | ${state} | `)).length;
  const inText = [...claims.matchAll(/^Not applicable: .*$/gm)].flatMap(
    ([line]) => line.match(/V[\d.]+\d/g) ?? [],
  );
  const stated = (state: string) => Number(new RegExp(`^\\| ${state} \\| (\\d+) \\|`, 'm').exec(page)?.[1]);
  expect(stated('met')).toBe(rows('met'));
  expect(stated('n\\. a\\.')).toBe(rows('n. a.') + inText.length);
  expect(stated('open, low')).toBe(rows('open, low'));
});

test('every file that docs/security.md names exists', () => {
  const named = [...page.matchAll(/`([\w.()[\]-]+(?:\/[\w.()[\]-]+)+\/?)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
