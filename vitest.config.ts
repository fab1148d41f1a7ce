import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const everywhere = ['**/node_modules/**', '.next/**', 'dist/**', '.data/**'];

/** A project whose files each take a database of their own from one embedded PostgreSQL. */
function withDatabase(name: string, groupOrder: number, include: string[], exclude: string[] = []) {
  return {
    resolve: { alias },
    test: {
      name,
      include,
      exclude: [...everywhere, ...exclude],
      globalSetup: ['test/database.ts'],
      // Receivers of deliveries listen on this machine; by the name they may be reached, by address not.
      env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', WEBHOOK_ALLOWED_HOSTS: 'localhost' },
      testTimeout: 30_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
      sequence: { groupOrder },
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          // A busy machine is no fault of the code.
          testTimeout: 30_000,
          include: ['server/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'app/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, '**/*.db.test.ts', 'server/scenarios/**'],
        },
      },
      withDatabase('db', 1, ['server/**/*.db.test.ts'], ['server/scenarios/**']),
      withDatabase('contract', 2, ['test/contract/**/*.test.ts']),
      withDatabase('scenarios', 3, ['server/scenarios/**/*.test.ts']),
      withDatabase('radius', 4, ['test/radius/**/*.test.ts']),
      withDatabase('crash', 5, ['test/crash/**/*.test.ts']),
    ],
  },
});
