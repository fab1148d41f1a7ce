import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/runner/longest-first.ts';
import { filesOf, type Part } from './test/runner/parts.ts';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };

/** The wanted files of some parts, which share workers, and so the modules of the server and their transformation. */
function project(name: string, parts: Part[]) {
  const include = filesOf(parts);
  if (include.length === 0) return [];
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '.next/**', 'dist/**', '.data/**'],
      env: {
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        PUBLIC_URL: 'http://127.0.0.1:3000',
        SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
        // Receivers of deliveries listen on this machine. They are allowed by name, not by address.
        WEBHOOK_ALLOWED_HOSTS: 'localhost',
        // Network servers of the tests are on this machine.
        NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
      // Loading the server takes as long as most test files, so a worker keeps it for all its files.
      isolate: false,
      setupFiles: ['test/runner/own-environment.ts'],
      // These bound what hangs. A machine that is busy takes several times as long as a quiet one.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      // One more than the processors of CI, because tests wait at times.
      maxWorkers: 3,
    },
  };
}

export default defineConfig({
  test: {
    globalSetup: ['test/runner/database.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['unit']),
      project('database', ['db', 'contract', 'scenarios', 'background', 'radius', 'crash']),
    ].flat(),
  },
});
