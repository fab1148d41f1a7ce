import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createTransport, type Transport } from './transport.ts';

let transport: Transport | undefined;
afterEach(() => transport?.close(0));

type Choice = Parameters<typeof createTransport>[0];

async function listen(choice: Partial<Choice> = {}): Promise<Transport & { port: number }> {
  transport = createTransport({ isHttps: false, answer: (req, res) => void res.end(req.url), ...choice });
  transport.server.listen(0, '127.0.0.1');
  await once(transport.server, 'listening');
  return { ...transport, port: (transport.server.address() as AddressInfo).port };
}

/** A connection, with all that has come back on it. */
async function open(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  // A connection that the server ends may be reset. `once` of Node would reject then.
  const held = { socket, text: '', closed: new Promise((resolve) => socket.once('close', resolve)) };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    held.text += chunk;
  });
  await once(socket, 'connect');
  socket.write(bytes);
  return held;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`;

test.each([
  ['an answer', `${get('/x')}Connection: close\r\n\r\n`],
  ['a refusal of the transport', 'GET /x HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['what is no HTTP', 'HELLO\r\n\r\n'],
])('Strict-Transport-Security with an https address: %s', async (_, bytes) => {
  const { port } = await listen({ isHttps: true });
  const held = await open(port, bytes);
  await held.closed;
  expect(held.text.toLowerCase()).toContain('\r\nstrict-transport-security: max-age=31536000\r\n');
});

test.each([
  ['subdomains', 'max-age=31536000; includesubdomains'],
  ['preload', 'max-age=31536000; includesubdomains; preload'],
] as const)('Strict-Transport-Security for %s', async (hsts, policy) => {
  const { port } = await listen({ isHttps: true, hsts });
  for (const bytes of [`${get('/x')}Connection: close\r\n\r\n`, 'HELLO\r\n\r\n']) {
    const held = await open(port, bytes);
    await held.closed;
    expect(held.text.toLowerCase()).toContain(`\r\nstrict-transport-security: ${policy}\r\n`);
  }
});

test('Strict-Transport-Security is not sent with an http address, whatever its scope', async () => {
  const { port } = await listen({ isHttps: false, hsts: 'preload' });
  const held = await open(port, `${get('/x')}Connection: close\r\n\r\n`);
  await held.closed;
  expect(held.text.toLowerCase()).not.toContain('strict-transport');
});

test('400 for a request target that is no path', async () => {
  const { port } = await listen();
  const held = await open(port, 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await held.closed;
  expect(held.text).toMatch(/^HTTP\/1\.1 400 /);
});

test('an upgrade is handed over only if takeUpgrade accepts it', async () => {
  const { port } = await listen({
    takeUpgrade: (req, socket) => {
      if (req.url !== '/reload') return false;
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      return true;
    },
  });
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const taken = await open(port, get('/reload') + upgrade);
  await taken.closed;
  expect(taken.text).toMatch(/^HTTP\/1\.1 101 /);
  const other = await open(port, get('/other') + upgrade);
  await expect.poll(() => other.text).toMatch(/^HTTP\/1\.1 200 OK.*\/other$/s);
  other.socket.destroy();
});

const upgraded = 'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n';

test('a long answer is sent whole before the next request with Upgrade is read', async () => {
  const LONG = 8 * 1024 * 1024;
  const parts = function* () {
    for (let n = 0; n < 128; n++) yield 'x'.repeat(LONG / 128);
  };
  const { port } = await listen({
    answer: (req, res) => {
      if (req.url === '/long') Readable.from(parts()).pipe(res);
      else res.end('quick');
    },
  });
  const held = await open(port, get('/long') + upgraded + get('/quick') + upgraded);
  await expect.poll(() => held.text.endsWith('quick')).toBe(true);
  expect(held.text.length).toBeGreaterThan(LONG);
  held.socket.destroy();
});

test.each([
  ['requests', '\r\n', '\r\n'],
  ['requests with Upgrade', upgraded, upgraded],
  ['a request with Upgrade behind others', '\r\n', upgraded],
])('all answers end with their connection: %s', async (_, end, last) => {
  let closed = 0;
  let came = 0;
  const { port, server } = await listen({
    answer: (_req, res) => {
      came++;
      res.once('close', () => closed++);
      // As an answer that takes long to send: it shows from time to time that it is there.
      const timer = setInterval(() => res.write(':'), 20);
      res.once('close', () => clearInterval(timer));
    },
  });
  const held = await open(port, get('/a') + end + get('/b') + end + get('/c') + last);
  await expect.poll(() => held.text).toContain(':');
  held.socket.destroy();
  await expect.poll(() => came - closed).toBe(0);
  const left = () => new Promise((resolve) => server.getConnections((_error, n) => resolve(n)));
  await expect.poll(left).toBe(0);
});

test('close ends idle connections, completes running answers and destroys the rest in time', async () => {
  const late: (() => void)[] = [];
  const { port, close } = await listen({
    answer: (req, res) => {
      if (req.url === '/late') late.push(() => res.end('late'));
      else if (req.url !== '/never') res.end('quick');
    },
  });
  const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
  const all = {
    silent: await open(port, ''),
    halfSent: await open(port, 'GET /half HTTP/1.1\r\nHos'),
    keptAlive: await open(port, `${get('/quick')}\r\n`),
    upgraded: await open(port, get('/quick') + upgrade),
    late: await open(port, `${get('/late')}\r\n`),
    never: await open(port, `${get('/never')}\r\n`),
  };
  await expect.poll(() => all.keptAlive.text + all.upgraded.text).toMatch(/quick.*quick/s);
  await expect.poll(() => late.length).toBe(1);
  const closed = close(1_500);
  late[0]?.();
  await closed;
  await Promise.all(Object.values(all).map((each) => each.closed));
  expect(all.late.text).toMatch(/\r\nConnection: close\r\n.*late$/s);
  expect(all.never.text).toBe('');
});

test('a connection that the system has accepted for the process is served, although close began', async () => {
  const { port, close } = await listen();
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`${get('/x')}\r\n`);
  // The system completes the connection at once. The server takes it in the next turn of the event loop.
  await new Promise(process.nextTick);
  await Promise.all([close(120_000), once(socket, 'close')]);
  expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*\/x$/s);
});

test('a request that is completed after close began is answered, with Connection: close', async () => {
  const { port, close } = await listen({ answer: (_req, res) => res.end('quick') });
  const half = await open(port, 'GET /quick HTTP/1.1\r\nHost: x\r\n');
  const kept = await open(port, `${get('/quick')}\r\nGET /quick HTTP/1.1\r\nHost: x\r\n`);
  await expect.poll(() => kept.text).toMatch(/quick$/);
  const closed = close(120_000);
  for (const { socket } of [half, kept]) socket.write('\r\n');
  await closed;
  await Promise.all([half.closed, kept.closed]);
  for (const { text } of [half, kept]) expect(text).toMatch(/\r\nConnection: close\r\n.*quick$/s);
});

test('close does not wait for idle connections and half-sent requests, and the running request is answered after them', async () => {
  let answerLate: (() => void) | undefined;
  const { port, close } = await listen({
    answer: (req, res) => {
      if (req.url === '/late') answerLate = () => res.end('late');
      else res.end('quick');
    },
  });
  const idle = [
    await open(port, ''),
    await open(port, 'GET /half HTTP/1.1\r\nHos'),
    await open(port, 'POST /half HTTP/1.1\r\nHost'),
    await open(port, `${get('/quick')}\r\n`),
    await open(port, `${get('/quick')}\r\nGET /half`),
  ];
  const late = await open(port, `${get('/late')}\r\n`);
  await expect.poll(() => idle.map(({ text }) => text).join('')).toMatch(/quick.*quick/s);
  await expect.poll(() => answerLate).toBeDefined();
  // Longer than the test may take.
  const closed = close(120_000);
  await Promise.all(idle.map((each) => each.closed));
  expect(late.text).toBe('');
  answerLate?.();
  await closed;
  await late.closed;
  expect(late.text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*late$/s);
});

test('a request has at most 100 headers, and none is left out', async () => {
  const { port } = await listen({ answer: (req, res) => void res.end(`<${req.headers['x-last']}>`) });
  const withHeaders = async (count: number) => {
    // `Host`, `X-Last` and `Connection` are three of them.
    const others = Array.from({ length: count - 3 }, (_, n) => `h${n.toString(36)}:\r\n`).join('');
    const held = await open(port, `${get('/x')}${others}X-Last: here\r\nConnection: close\r\n\r\n`);
    await held.closed;
    return held.text;
  };
  expect(await withHeaders(100)).toMatch(/<here>$/);
  for (const many of [101, 1_500]) expect(await withHeaders(many)).toMatch(/^HTTP\/1\.1 431 /);
});

test('handlers read the beginning of a long user agent', async () => {
  const { port } = await listen({ answer: (req, res) => void res.end(`<${req.headers['user-agent']}>`) });
  const of = async (agent: string) => {
    const held = await open(port, `${get('/x')}User-Agent: ${agent}\r\nConnection: close\r\n\r\n`);
    await held.closed;
    return /<(.*)>/.exec(held.text)?.[1];
  };
  expect(await of('Firefox')).toBe('Firefox');
  expect(await of(`a${'-'.repeat(4_000)}`)).toBe(`a${'-'.repeat(511)}`);
});

test.each([
  ['what is no HTTP', 'HELLO\r\n\r\n', / 400 Bad Request/],
  ['what follows Connection: close', `${get('/b')}Connection: close\r\n\r\n${get('/c')}\r\n`, /\/b$/],
])('requests are answered that came before %s', async (_, bytes, end) => {
  const { port } = await listen({
    answer: async (req, res) => {
      await sleep(20);
      res.end(req.url);
    },
  });
  const held = await open(port, `${get('/a')}\r\n${bytes}`);
  await held.closed;
  expect(held.text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*?\/a/);
  expect(held.text).toMatch(end);
});

test('a request waits for the answer of the one before it on its connection', async () => {
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const { port } = await listen({
    answer: (req, res) => {
      begun.push(req.url ?? '');
      answers.push(() => res.end(req.url));
    },
  });
  const held = await open(port, `${get('/a')}\r\n${get('/b')}\r\n${get('/c')}\r\n`);
  await expect.poll(() => begun).toEqual(['/a']);
  answers[0]?.();
  await expect.poll(() => begun).toEqual(['/a', '/b']);
  expect(held.text).toMatch(/\/a$/);
  held.socket.destroy();
  answers[1]?.();
  const other = await open(port, `${get('/d')}\r\n`);
  await expect.poll(() => begun).toEqual(['/a', '/b', '/d']);
  other.socket.destroy();
});

test.each([
  ['requests', '\r\n', 30],
  ['requests with Upgrade', upgraded, 300],
])('%s that arrive together are answered in a turn each', async (_, end, number) => {
  let isPassed = true;
  const passTurn = () => {
    isPassed = true;
  };
  let together = 0;
  const { port } = await listen({
    answer: (_req, res) => {
      if (!isPassed) together++;
      isPassed = false;
      setImmediate(passTurn);
      res.end('.');
    },
  });
  const held = await open(port, `${get('/')}${end}`.repeat(number));
  await expect.poll(() => held.text.split('\r\n\r\n.').length - 1).toBe(number);
  held.socket.destroy();
  expect(together).toBe(0);
});

const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
const chunks = (bytes: number, number: number) =>
  `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`.repeat(number);

test.each(['/unread', '/read'])(
  'a connection ends whose body comes in very many small parts: %s',
  async (path) => {
    const { port } = await listen({
      answer: (req, res) => {
        if (req.url === '/unread') res.end('early');
        else req.on('end', () => res.end('whole')).resume();
      },
    });
    const held = await open(port, post(path) + chunks(1, 100_000));
    await held.closed;
    expect(held.text).not.toContain('whole');
  },
);

test('bodies in parts of usual sizes are read, whole or after their answer', async () => {
  const { port } = await listen({
    answer: (req, res) => {
      if (req.url === '/unread') res.end('early');
      else req.on('end', () => res.end('whole')).resume();
    },
  });
  const body = `${chunks(1, 1_000)}${chunks(64, 5_000)}0\r\n\r\n`;
  const held = await open(port, post('/unread') + body + post('/read') + body);
  await expect.poll(() => held.text).toMatch(/early[\s\S]*whole$/);
  held.socket.destroy();
});

test('a connection ends whose body goes on without end after its answer', async () => {
  const { port } = await listen({ answer: (_req, res) => void res.end('early') });
  const held = await open(port, post('/'));
  const block = chunks(1024 * 1024, 1);
  const send = () => {
    while (!held.socket.destroyed && held.socket.write(block));
  };
  held.socket.on('drain', send);
  send();
  await held.closed;
  expect(held.text).toContain('early');
});
