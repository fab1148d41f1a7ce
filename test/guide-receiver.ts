import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The guide for receivers of webhooks, whose code the tests run as it stands there. */
const guide = readFileSync(
  fileURLToPath(new URL('../docs/guides/receive-webhooks.md', import.meta.url)),
  'utf8',
);

/** A block of the guide by its language and name. */
export function snippet(language: string, name: string): string {
  const found = new RegExp(`\`\`\`${language} ${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
  if (!found) throw new Error(`the guide has no ${language} ${name}`);
  return found;
}

export type GuideReceiver = {
  /** What it printed so far: a line for each event that it took. */
  printed(): string;
  stop(): void;
};

/** Runs the guide's receiver in a folder of its own. It may take a moment until it listens. */
export function startGuideReceiver(dir: string, secret: string, port: number): GuideReceiver {
  writeFileSync(join(dir, 'verify.mjs'), snippet('js', 'verify'));
  writeFileSync(join(dir, 'receiver.mjs'), snippet('js', 'receiver'));
  const child = spawn(process.execPath, ['receiver.mjs'], {
    cwd: dir,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  return { printed: () => printed, stop: () => void child.kill() };
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
