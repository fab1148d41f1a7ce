import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { databaseFolder } from './test/fixtures/database-folder.ts';

// Workers read this file again, so decisions are passed to them in the environment.
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(databaseFolder(), 'demarc-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}
process.env.E2E_PORT ??= '3987';

const { E2E_DATA_DIR, E2E_PORT, E2E_REUSE, CHROMIUM_PATH } = process.env;
const baseURL = `http://127.0.0.1:${E2E_PORT}`;

/**
 * Browser flows against the production server on an empty database. To work on a flow, start a server on E2E_PORT and
 * E2E_DATA_DIR yourself (`npm run dev` will do after one `npm run build`, whose commands the flows use) and set
 * E2E_REUSE=1.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine causes a time-out now and then. The report shows which flow needed a second try.
  retries: process.env.CI ? 2 : 0,
  // Bounds what hangs; axe alone, in two themes, takes a busy machine half a minute for a long page.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL,
    headless: true,
    // An element that never comes ends its flow soon, not at the time-out of the test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    timezoneId: 'Europe/Berlin',
    // No animations: they cost time, and there is no graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Tracing costs as much as the flow itself: it is for the second try.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of flows end soon. Optimising their scripts took 4 to 10 % of the browser's processor time.
        '--js-flags=--no-opt',
      ],
    },
  },
  webServer: {
    command: 'npm start',
    url: `${baseURL}/readyz`,
    reuseExistingServer: E2E_REUSE === '1',
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      DATA_DIR: E2E_DATA_DIR,
      PORT: E2E_PORT,
      HOST: '127.0.0.1',
      PUBLIC_URL: baseURL,
      DATABASE_URL: '',
      DEMO: '0',
      RATE_LIMIT_SANDBOX: '0',
      // A flow runs a fake of M-Pesa here.
      MPESA_API_BASE: `http://127.0.0.1:${Number(E2E_PORT) + 1}`,
      // Receivers and network servers of the flows are on this machine.
      WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1',
      NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  },
});
