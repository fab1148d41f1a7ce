// Another commit of this project in a git worktree, with its packages, or an archive of it: for benchmarks and drills.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Copies a folder by hard links. */
function link(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const kind = lstatSync(source);
    if (kind.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!kind.isDirectory()) linkSync(source, target);
    else if (name !== '.cache') link(source, target);
  }
}

/** Unpacks an archive of `npm run package` in an empty folder. Returns the folder of the release in it. */
export function unpack(archive, place) {
  execFileSync('tar', ['--extract', '--gzip', '--file', resolve(archive), '--directory', place]);
  return join(place, readdirSync(place)[0] ?? '');
}

/** A worktree of a commit with its packages. It is kept for the next run. Returns its folder. */
export function checkOut(reference) {
  const commit = git('rev-parse', '--verify', `${reference}^{commit}`);
  const folder = join(tmpdir(), `demarc-against-${commit.slice(0, 12)}`);
  if (!existsSync(join(folder, '.git'))) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, commit);
  }
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    const lockOf = (checkout) => readFileSync(join(checkout, 'package-lock.json'), 'utf8');
    process.stdout.write(`Installing the packages of ${reference} in ${folder} ...\n`);
    if (lockOf(folder) === lockOf(root)) {
      // Under another name until it is complete: a run that is ended leaves no half of it.
      const part = join(folder, 'node_modules.part');
      rmSync(part, { recursive: true, force: true });
      link(join(root, 'node_modules'), part);
      renameSync(part, join(folder, 'node_modules'));
    } else
      execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
  }
  process.stdout.write(
    `${reference} is in ${folder}; \`git worktree remove --force ${folder}\` removes it.\n`,
  );
  return folder;
}
