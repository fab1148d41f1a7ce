import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { type Part, parts } from './test/parts.ts';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const everywhere = ['**/node_modules/**', '.next/**', 'dist/**', '.data/**'];

/** The parts that `npm test` wants; all by default. */
const wanted = process.env.TEST_PARTS?.split(',');

/** Parts whose files share workers, and so the modules of the server and their transformation. */
function project(name: string, names: Part[], { exclude = [], env = {} }: Partial<Settings> = {}) {
  const include = names.filter((part) => !wanted || wanted.includes(part)).flatMap((part) => parts[part]);
  if (include.length === 0) return [];
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...everywhere, ...exclude],
      // Receivers of deliveries listen on this machine. They are allowed by name, not by address.
      env: {
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        WEBHOOK_ALLOWED_HOSTS: 'localhost',
        PUBLIC_URL: 'http://127.0.0.1:3000',
        SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
        ...env,
      },
      // Loading the server takes as long as most test files, so a worker keeps it for all its files.
      isolate: false,
      setupFiles: ['test/own-environment.ts'],
      // Generous, because the machine may be busy.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      // One more than the processors of CI, because tests wait at times.
      maxWorkers: 3,
    },
  };
}

type Settings = { exclude: string[]; env: Record<string, string> };

export default defineConfig({
  test: {
    globalSetup: ['test/database.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['unit'], { exclude: ['**/*.db.test.ts'] }),
      project('database', ['db', 'contract', 'scenarios', 'jobs', 'crash']),
      // Network servers of these tests are on this machine.
      project('radius', ['radius'], { env: { NAS_ALLOWED_NETWORKS: '127.0.0.0/8' } }),
    ].flat(),
  },
});
