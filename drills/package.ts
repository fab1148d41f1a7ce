import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { report } from './cluster.ts';
import { say } from './commands.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** Names of different lengths, so that a path in a file of the build shows. */
const clones = ['a', 'another-place'];

/**
 * Makes the archive of a commit in two clones, each with its own packages and build, and compares them byte by byte.
 * @param commit that of this checkout by default
 */
export async function packageTwice(commit = 'HEAD'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demarc-clones-'));
  try {
    const archives: Buffer[] = [];
    let name = '';
    for (const clone of clones) {
      say(`making the archive in the clone ${clone}`);
      const place = join(folder, clone);
      const git = (...args: string[]) =>
        execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
      git('clone', '--quiet', '--no-checkout', root, place);
      git('-C', place, 'checkout', '--quiet', '--detach', git('rev-parse', `${commit}^{commit}`));
      npm(place, 'ci', '--no-audit', '--no-fund', '--prefer-offline');
      npm(place, 'run', '--silent', 'package');
      const made = await readdir(join(place, 'packages'));
      name = made.find((each) => each.endsWith('.tar.gz')) ?? '';
      archives.push(await readFile(join(place, 'packages', name)));
      await rm(place, { recursive: true });
    }
    const [one, other] = archives as [Buffer, Buffer];
    const different = one.equals(other) ? [] : await differing(one, other);
    report(
      `${name} of ${commit}, made twice`,
      { 'SHA-256': archives.map(sha256).join(' and '), MiB: (one.length / 2 ** 20).toFixed(1) },
      one.equals(other) ? [] : ['The archives differ.', ...different.slice(0, 20)],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The files of two archives that only one has, or that differ. */
async function differing(one: Buffer, other: Buffer): Promise<string[]> {
  const [first, second] = await Promise.all([filesOf(one), filesOf(other)]);
  const paths = new Set([...first.keys(), ...second.keys()]);
  return [...paths].filter((path) => first.get(path) !== second.get(path));
}

/** What an archive has at each path: its facts, and the hash of its content. */
async function filesOf(archive: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const entries = extract();
  entries.end(gunzipSync(archive));
  for await (const entry of entries) {
    const hash = createHash('sha256').update(JSON.stringify(entry.header));
    for await (const chunk of entry) hash.update(chunk as Buffer);
    found.set(entry.header.name, hash.digest('hex'));
  }
  return found;
}
