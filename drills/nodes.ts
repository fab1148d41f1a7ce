import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { provideRuntime } from '../scripts/test-node.mjs';
import { createClient } from './client.ts';
import { openCluster, report } from './cluster.ts';
import { createPartner, node } from './commands.ts';
import { createCatalogue, dataOf, onboard } from './customers.ts';
import { withRelease } from './upgrade.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** Those that `engines` of package.json allows: the oldest, the two in support, and the newest. */
const versions = ['20.19', '22', '24', '26'];

/**
 * Serves a release with each version of Node in turn, each from the npm registry.
 * @param release as of `upgrade`; this checkout by default
 */
export async function nodes(release?: string): Promise<void> {
  await withRelease(release, async (place) => {
    const failed = versions.filter((version) => {
      const args = ['--import', 'tsx', 'drills/main.ts', 'serve', '--from', place];
      const options = { cwd: root, stdio: 'inherit' } as const;
      return spawnSync(provideRuntime('node', version), args, options).status !== 0;
    });
    report(
      `Node ${versions.join(', ')}`,
      {},
      failed.map((version) => `Node ${version}`),
    );
  });
}

/**
 * Migrates an empty database with this Node, serves a release, and brings a customer into service.
 * @param place the folder of a release, which is built
 */
export async function serve(place: string): Promise<void> {
  const cluster = await openCluster();
  try {
    await node(place, 'dist/cli/migrate.js', [], cluster.env);
    const served = await cluster.start('one', place);
    const client = createClient(() => [served.address]);
    const health = await fetch(`${served.address}/healthz`).then((answer) => answer.json());
    const page = await fetch(`${served.address}/docs`);
    const partner = await createPartner(place, cluster.env, client.as);
    const { subscriptionId } = await onboard(partner, await createCatalogue(partner));
    const { status } = dataOf(await partner.get(`/v1/subscriptions/${subscriptionId}`));
    const stopMs = await served.stop();
    report(
      `Node ${process.version}`,
      { 'version and build': `${health.version} ${health.build}`, 'SIGTERM to end, ms': Math.round(stopMs) },
      [
        ...(status === 'ACTIVE' ? [] : [`the subscription is ${status}`]),
        ...(page.status === 200 ? [] : [`/docs is ${page.status}`]),
      ],
    );
  } finally {
    await cluster.close();
  }
}
