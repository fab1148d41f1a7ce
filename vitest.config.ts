import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const everywhere = ['**/node_modules/**', '.next/**', 'dist/**', '.data/**'];

/** A part of the tests, which `--project` runs alone. All parts of a run share its workers. */
function part(name: string, include: string[], exclude: string[] = [], env: Record<string, string> = {}) {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...everywhere, ...exclude],
      // Receivers of deliveries listen on this machine. They are allowed by name, not by address.
      env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', WEBHOOK_ALLOWED_HOSTS: 'localhost', ...env },
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

export default defineConfig({
  test: {
    globalSetup: ['test/database.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      part(
        'unit',
        [
          'server/**/*.test.ts',
          'components/**/*.test.{ts,tsx}',
          'app/**/*.test.{ts,tsx}',
          'bench/**/*.test.ts',
        ],
        ['**/*.db.test.ts'],
      ),
      part('db', ['server/**/*.db.test.ts', 'test/invariants/**/*.test.ts']),
      part('contract', ['test/contract/**/*.test.ts']),
      part('scenarios', ['test/scenarios/**/*.test.ts']),
      part('jobs', ['test/jobs/**/*.test.ts']),
      // Network servers of these tests are on this machine.
      part('radius', ['test/radius/**/*.test.ts'], [], { NAS_ALLOWED_NETWORKS: '127.0.0.0/8' }),
      part('crash', ['test/crash/**/*.test.ts']),
    ],
  },
});
