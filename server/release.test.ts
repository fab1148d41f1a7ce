import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { release, requireSystem, systemOf } from './release.ts';

const folder = mkdtempSync(join(tmpdir(), 'demarc-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an archive starts on its system only; a checkout starts everywhere', () => {
  expect(() => requireSystem(folder)).not.toThrow();
  const facts = { version: '1.0.0', build: 'b', system: systemOf() };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(facts));
  expect(() => requireSystem(folder)).not.toThrow();
  for (const system of ['linux-x64-musl', 'linux-arm64-glibc', 'darwin-arm64']) {
    const message = `This archive of Demarc 1.0.0 is for ${systemOf()}, and this machine is ${system}. Take the archive for it.`;
    expect(() => requireSystem(folder, system)).toThrow(message);
  }
});

test('a system is the operating system, the processor and, on Linux, the C library', () => {
  expect(systemOf({ platform: 'darwin', arch: 'arm64' })).toBe('darwin-arm64');
  expect(systemOf({ platform: 'linux', arch: 'arm64' })).toMatch(/^linux-arm64-(?:glibc|musl)$/);
});

test('the changelog for operators has the version', () => {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  expect(changelog).toContain(`\n## ${release.version}\n`);
  expect(changelog.indexOf('\n## Unreleased\n')).toBeLessThan(changelog.indexOf(`\n## ${release.version}\n`));
});
