import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  freePort,
  type GuideReceiver,
  snippet,
  startGuideReceiver,
} from '../../test/fixtures/guide-receiver.ts';
import { sign } from './sign.ts';

const dir = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
const receivers: GuideReceiver[] = [];

afterAll(() => {
  for (const receiver of receivers) receiver.stop();
  rmSync(dir, { recursive: true, force: true });
});

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
  ['a valid signature', signed(now), true],
  ['a signature with the previous secret', previous, true],
  ['a signature with another secret', signed(now, 'whsec_other'), false],
  ['an old timestamp', signed(now - 400), false],
  ['a future timestamp', signed(now + 400), false],
  ['a changed timestamp', { ...signed(now), 'x-service-timestamp': String(now - 1) }, false],
  ['no signature', { 'x-service-timestamp': String(now) }, false],
  ['no headers', {}, false],
];

/** Whether the language is installed on this machine. */
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

test.each(cases)('the Node example verifies %s', async (_, headers, expected) => {
  const file = join(dir, 'verify.mjs');
  writeFileSync(file, snippet('js', 'verify'));
  const { verify } = await import(file);
  expect(verify(secret, headers, Buffer.from(body))).toBe(expected);
});

describe.runIf(has('python3', '--version'))('the Python example', () => {
  test.each(cases)('verifies %s', (_, headers, expected) => {
    const file = join(dir, 'verify.py');
    const main =
      'import json, sys\nd = json.load(sys.stdin)\nprint(json.dumps(verify(d["secret"], d["headers"], d["body"].encode())))\n';
    writeFileSync(file, `${snippet('python', 'verify')}\n\n${main}`);
    expect(run('python3', [file], headers)).toBe(expected);
  });
});

describe.runIf(has('php', '--version'))('the PHP example', () => {
  test.each(cases)('verifies %s', (_, headers, expected) => {
    const file = join(dir, 'verify.php');
    const main =
      '$d = json_decode(stream_get_contents(STDIN), true);\necho json_encode(verify($d["secret"], $d["headers"], $d["body"]));\n';
    writeFileSync(file, `${snippet('php', 'verify')}\n${main}`);
    expect(run('php', [file], headers)).toBe(expected);
  });
});

describe.runIf(has('go', 'version'))('Go', () => {
  beforeAll(() => {
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
    execFileSync('go', ['build', 'verify.go'], { cwd: dir });
  });

  test.each(cases)('verifies %s', (_, headers, expected) => {
    expect(run(join(dir, 'verify'), [], headers)).toBe(expected);
  });
});

test('the receiver of the guide handles each event once and answers 400 to a wrong signature', async () => {
  const port = await freePort();
  const receiver = startGuideReceiver(dir, secret, port);
  receivers.push(receiver);
  const post = async (headers: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    return response.status;
  };
  await expect.poll(() => post(signed(now)).catch(() => 0), { timeout: 10_000 }).toBe(204);
  expect(await post(signed(now))).toBe(204);
  expect(await post(signed(now, 'whsec_other'))).toBe(400);
  await expect.poll(() => receiver.printed()).toBe('plan.created Åsa 👩‍💻\n');
});
