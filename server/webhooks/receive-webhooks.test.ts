import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sign } from './sign.ts';

/** The code of the guide is run as it stands there. */
const guide = readFileSync('docs/guides/receive-webhooks.md', 'utf8');
const dir = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
const receivers: ChildProcess[] = [];

afterAll(() => {
  for (const receiver of receivers) receiver.kill();
  rmSync(dir, { recursive: true, force: true });
});

function snippet(language: string, name: string): string {
  const found = new RegExp(`\`\`\`${language} ${name}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1];
  if (!found) throw new Error(`the guide has no ${language} ${name}`);
  return found;
}

const secret = 'whsec_V6n1cQ0r8uYkTz4mWb2LhS7dPq3eGf9aXiR5oJx0w';
const body = JSON.stringify({ id: 'evt_1', type: 'plan.created', data: { current: { id: 'Åsa 👩‍💻' } } });
const now = Math.floor(Date.now() / 1_000);
const signed = (at: number, key = secret) => ({
  'x-service-timestamp': String(at),
  'x-service-signature': sign(key, at, body),
});
const previous = {
  'x-service-timestamp': String(now),
  'x-service-signature': sign('whsec_new', now, body),
  'x-service-signature-previous': sign(secret, now, body),
};

const cases: [string, object, boolean][] = [
  ['what we sign', signed(now), true],
  ['what the secret before signed', previous, true],
  ['what another secret signed', signed(now, 'whsec_other'), false],
  ['what is too old', signed(now - 400), false],
  ['what is from the future', signed(now + 400), false],
  ['another timestamp', { ...signed(now), 'x-service-timestamp': String(now - 1) }, false],
  ['no signature', { 'x-service-timestamp': String(now) }, false],
  ['nothing', {}, false],
];

/** Whether the runtime is on this machine. */
function has(...command: [string, ...string[]]): boolean {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[], headers: object): boolean {
  const input = JSON.stringify({ secret, headers, body });
  return JSON.parse(execFileSync(command, args, { input, cwd: dir, encoding: 'utf8' }));
}

test.each(cases)('Node: %s', async (_, headers, expected) => {
  const file = join(dir, 'verify.mjs');
  writeFileSync(file, snippet('js', 'verify'));
  const { verify } = await import(file);
  expect(verify(secret, headers, Buffer.from(body))).toBe(expected);
});

test.runIf(has('python3', '--version')).each(cases)('Python: %s', (_, headers, expected) => {
  const file = join(dir, 'verify.py');
  const main =
    'import json, sys\nd = json.load(sys.stdin)\nprint(json.dumps(verify(d["secret"], d["headers"], d["body"].encode())))\n';
  writeFileSync(file, `${snippet('python', 'verify')}\n\n${main}`);
  expect(run('python3', [file], headers)).toBe(expected);
});

test.runIf(has('php', '--version')).each(cases)('PHP: %s', (_, headers, expected) => {
  const file = join(dir, 'verify.php');
  const main =
    '$d = json_decode(stream_get_contents(STDIN), true);\necho json_encode(verify($d["secret"], $d["headers"], $d["body"]));\n';
  writeFileSync(file, `${snippet('php', 'verify')}\n${main}`);
  expect(run('php', [file], headers)).toBe(expected);
});

test.runIf(has('go', 'version')).each(cases)('Go: %s', (_, headers, expected) => {
  const main = `
func main() {
	var d struct { Secret, Body string; Headers map[string]string }
	json.NewDecoder(os.Stdin).Decode(&d)
	h := http.Header{}
	for name, value := range d.Headers { h.Set(name, value) }
	json.NewEncoder(os.Stdout).Encode(Verify(d.Secret, h, []byte(d.Body)))
}`;
  const code = snippet('go', 'verify')
    .replace('package webhooks', 'package main')
    .replace('import (', 'import (\n\t"encoding/json"\n\t"os"');
  writeFileSync(join(dir, 'verify.go'), code + main);
  expect(run('go', ['run', 'verify.go'], headers)).toBe(expected);
});

test('the receiver of the guide takes each event once, and refuses what is not signed', async () => {
  writeFileSync(join(dir, 'verify.mjs'), snippet('js', 'verify'));
  writeFileSync(join(dir, 'receiver.mjs'), snippet('js', 'receiver'));
  const port = await freePort();
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: dir,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receivers.push(receiver);
  let printed = '';
  receiver.stdout?.on('data', (piece) => {
    printed += piece;
  });
  const post = async (headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return response.status;
  };
  await expect.poll(() => post(signed(now)).catch(() => 0), { timeout: 10_000 }).toBe(204);
  expect(await post(signed(now))).toBe(204);
  expect(await post(signed(now, 'whsec_other'))).toBe(400);
  await expect.poll(() => printed).toBe('plan.created Åsa 👩‍💻\n');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
