import { spawnSync } from 'node:child_process';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { ok, startWebhookReceiver, status } from '../fakes/webhook-receiver.ts';
import { freePort } from '../fixtures/guide-receiver.ts';
import { type Partner, useApi } from './api.ts';
import { useCommand } from './command-line.ts';
import { bodies, dataOf } from './helpers.ts';

const api = useApi();
const command = useCommand(() => api.base);
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const run = (args: string[], by = partner, input?: string) =>
  command.run(args, command.environment(by), input);

/** The values that a command printed as JSON, one a line. */
const lines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('demarc listen without a receiver', () => {
  test('prints the events from now on, once, in the order of the feed', async () => {
    const own = await api.partner();
    await own.post('/v1/plans', bodies.plan());
    const listening = command.start(['listen'], command.environment(own));
    const chosen = command.start(['listen', '--json', '-e', 'plan.*'], command.environment(own));
    await expect.poll(() => listening.printed.err).toMatch(/^Events of /);
    // With --json no line says when it has begun.
    await expect
      .poll(async () => {
        await own.post('/v1/plans', bodies.plan());
        return chosen.printed.out;
      })
      .not.toBe('');
    const subscriber = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
    const plan = dataOf(await own.post('/v1/plans', bodies.plan()));
    await expect.poll(() => chosen.printed.out).toContain(plan.id);
    await expect.poll(() => listening.printed.out).toContain(plan.id);
    const created = dataOf(await own.get('/v1/events?sort=createdAt&limit=100'));
    const printed = listening.printed.out.trim().split('\n');
    expect(printed.map((line) => line.split(/ +/)[2])).toEqual(
      created.slice(1).map(({ id }: { id: string }) => id),
    );
    expect(listening.printed.out).toMatch(new RegExp(`subscriber.created +evt_\\w+ +${subscriber.id}\\n`));
    const values = lines(chosen.printed.out);
    expect(new Set(values.map(({ type }) => type))).toEqual(new Set(['plan.created']));
    expect(values.at(-1)).toEqual(created.at(-1));
  });

  test('what only a receiver needs is refused', async () => {
    expect(await run(['listen', '--from', 'now'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--forward-to/),
    });
  });

  test('a stored place of another account: it says so, and continues from now', async () => {
    const own = await api.partner();
    const other = await api.partner();
    const receiver = await startWebhookReceiver();
    const env = { ...command.environment(own), XDG_CONFIG_HOME: mkdtempSync(join(command.home(), 'place-')) };
    const listen = () => command.start(['listen', '--forward-to', receiver.url], env);
    const first = listen();
    await expect.poll(() => first.printed.out).toMatch(/Signing secret/);
    first.child.kill('SIGKILL');
    await first.code;
    const folder = join(env.XDG_CONFIG_HOME, 'demarc/listen');
    const [place = ''] = spawnSync('ls', [folder], { encoding: 'utf8' }).stdout.match(/\w+\.place/) ?? [];
    expect(statSync(join(folder, place)).mode & 0o777).toBe(0o600);
    const foreign = (await other.get('/v1/events/feed')).body.meta.next;
    writeFileSync(join(folder, place), `${foreign}\n`);
    const second = listen();
    await expect.poll(() => second.printed.err).toMatch(/none of this account/);
    await expect
      .poll(async () => {
        await own.post('/v1/plans', bodies.plan());
        return receiver.received.length;
      })
      .toBeGreaterThan(0);
    await receiver.close();
  });
});

test('logs tail --events prints calls and events', async () => {
  const own = await api.partner();
  const tail = command.start(['logs', 'tail', '--events', '-n', '0'], command.environment(own));
  await expect.poll(() => tail.printed.err).toMatch(/^Calls and events of/);
  const { data, correlationId } = (await own.post('/v1/plans', bodies.plan())).body;
  await api.logRequests();
  await expect.poll(() => tail.printed.out).toMatch(`plan.created`);
  await expect.poll(() => tail.printed.out).toContain(correlationId);
  expect(tail.printed.out).toContain(data.id);
});

describe('demarc trigger --set', () => {
  test('sets fields of the cause, of what is created on the way, and of metadata', async () => {
    const args = [
      'trigger',
      'subscriber.updated',
      '--set',
      'city=Kisumu',
      '-s',
      'subscriber.firstName=Grace',
    ];
    const updated = await command.json([...args, '--set', 'subscriber.metadata.crm.id=42'], partner);
    expect(updated.data.current).toMatchObject({
      city: 'Kisumu',
      firstName: 'Grace',
      metadata: { 'crm.id': '42' },
    });
    expect(updated.data.changedFields).toContain('city');
    const received = await command.json(
      ['trigger', 'payment.received', '--set', 'plan.priceAmount:=123.45', '-s', 'metadata.till=7'],
      partner,
    );
    expect(received.data.current).toMatchObject({ amount: 123.45, metadata: { till: '7' } });
  });

  test('what has no effect is said, and a refusal is that of the API', async () => {
    const unused = await run(['trigger', 'plan.created', '--set', 'subscription.planId=x']);
    expect(unused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/subscription\.planId=x.*no effect/),
    });
    const refused = await run(['trigger', 'plan.created', '--set', 'colour=red']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/colour/) });
    for (const wrong of ['city', 'plan.priceAmount:=forty'])
      expect((await run(['trigger', 'plan.created', '--set', wrong])).code).toBe(2);
  });
});

describe('demarc fixtures', () => {
  const world = [
    { name: 'plan', path: 'plans', body: bodies.plan({ planName: 'Home {{random}}' }) },
    { name: 'point', path: '/v1/demarcation-points', body: { name: 'Cabinet', accessType: 'FIBER' } },
    {
      name: 'ada',
      path: 'subscribers',
      body: {
        firstName: 'Ada',
        lastName: 'L',
        email: 'ada.{{random}}@example.com',
        phone: '+2547{{digits}}',
      },
    },
    { name: 'edit', method: 'patch', path: 'subscribers/{{ada.id}}', body: { city: 'Nairobi' } },
    {
      name: 'line',
      path: 'subscriptions',
      body: { subscriberId: '{{ada.id}}', planId: '{{plan.id}}', demarcationPointId: '{{point.id}}' },
    },
  ];
  const file = (value: unknown) => {
    const path = join(mkdtempSync(join(command.home(), 'fixtures-')), 'world.json');
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };

  test('sends the requests in order, with results of earlier ones and fields of the command line', async () => {
    const made = await command.json(
      ['fixtures', file(world), '--set', 'ada.firstName=Grace', '-s', 'plan.graceDays:=0'],
      partner,
    );
    expect(made.edit).toMatchObject({ id: made.ada.id, firstName: 'Grace', city: 'Nairobi' });
    expect(made.line).toMatchObject({ subscriberId: made.ada.id, planId: made.plan.id, status: 'PENDING' });
    expect(made.plan.graceDays).toBe(0);
    // From standard input, and a second time: names of a run are its own.
    expect((await run(['fixtures', '-'], partner, JSON.stringify(world))).code).toBe(0);
  });

  test.each([
    ['[', /no JSON/],
    ['{}', /JSON list/],
    [[{ path: 'plans', bdoy: {} }], /Request 1: there is no bdoy/],
    [[{ path: '' }], /path is missing/],
    [[{ path: 'plans', method: 'FETCH' }], /method is one of/],
    [
      [
        { name: 'a', path: 'plans' },
        { name: 'a', path: 'plans' },
      ],
      /Request 2: the name a is taken/,
    ],
    [
      [
        { path: 'plans', body: { planName: '{{later.id}}' } },
        { name: 'later', path: 'plans' },
      ],
      /no earlier request/,
    ],
  ])('a wrong file is refused before anything is sent: %j', async (content, message) => {
    const before = (await partner.get('/v1/events')).body.meta.total;
    expect(await run(['fixtures', file(content)])).toMatchObject({
      code: 2,
      err: expect.stringMatching(message),
    });
    expect((await partner.get('/v1/events')).body.meta.total).toBe(before);
  });

  test('it stops at the first refusal, and refuses a live account', async () => {
    const refused = await run(['fixtures', file([world[0], { path: 'subscribers', body: {} }, world[1]])]);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/POST \/v1\/plans {2}pln_.*firstName/s),
    });
    const missing = await run(['fixtures', file([world[1], { path: 'plans/{{request1.id}}' }])]);
    expect(missing.code).toBe(2);
    const live = await api.partner({ livemode: true });
    expect(await run(['fixtures', file(world)], live)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/live account/),
    });
  });
});

describe('demarc events resend', () => {
  test('sends an event again to its webhooks and prints what each answered', async () => {
    const own = await api.partner();
    const receivers = [
      await startWebhookReceiver(),
      await startWebhookReceiver(),
      await startWebhookReceiver(),
    ];
    const webhooks: { id: string }[] = [];
    for (const { url } of receivers)
      webhooks.push(dataOf(await own.post('/v1/webhooks', bodies.webhook({ url, events: ['*'] }))));
    await own.post('/v1/plans', bodies.plan());
    const dispatcher = createDeliveryDispatcher(createSender());
    const dispatch = async () => {
      await dispatcher.dispatchDue(own.providerId);
      await dispatcher.idle();
    };
    await dispatch();
    const [event] = dataOf(await own.get('/v1/events'));
    receivers[1]?.become(status(500));
    dataOf(await own.patch(`/v1/webhooks/${webhooks[2]?.id}`, { status: 'DISABLED' }));

    const resend = async (...more: string[]) => {
      const running = command.start(['events', 'resend', event.id, ...more], command.environment(own));
      const timer = setInterval(() => void dispatch(), 100);
      const code = await running.code;
      clearInterval(timer);
      return { code, ...running.printed };
    };
    const both = await resend();
    expect(both).toMatchObject({ code: 1, err: expect.stringMatching(/Not all/) });
    expect(both.out.trim().split('\n').sort()).toEqual(
      [
        `${webhooks[0]?.id}  DELIVERED  200 (attempt 2)`,
        `${webhooks[1]?.id}  PENDING  500 (attempt 2)`,
      ].sort(),
    );
    const one = await resend('--webhook', `${webhooks[0]?.id}`);
    expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/200 \(attempt 3\)/) });
    const bodiesOf = receivers.map(({ received }) => received.map(({ body }) => body));
    expect(bodiesOf.map(({ length }) => length)).toEqual([3, 2, 1]);
    expect(new Set(bodiesOf.flat()).size).toBe(1);
    receivers[1]?.become(ok);
    await dispatcher.close();
    for (const receiver of receivers) await receiver.close();
  });

  test('an event without deliveries, and one that does not exist', async () => {
    await partner.post('/v1/plans', bodies.plan());
    const [event] = dataOf(await partner.get('/v1/events'));
    expect(await run(['events', 'resend', event.id])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/No webhook received/),
    });
    expect(await run(['events', 'resend', 'evt_none'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/404|400/),
    });
    expect((await run(['events', 'resend'])).code).toBe(2);
  });
});

describe('profiles', () => {
  test('each has its own account; the command line comes before the environment', async () => {
    const other = await api.partner();
    const bare = { PATH: process.env.PATH, XDG_CONFIG_HOME: mkdtempSync(join(command.home(), 'profiles-')) };
    const login = (by: Partner, ...more: string[]) =>
      command.run(
        [
          'login',
          '--base-url',
          api.base,
          '--access-id',
          `${by.headers['x-access-id']}`,
          '--access-secret-stdin',
          ...more,
        ],
        bare,
        by.headers['x-access-secret'],
      );
    const accountOf = async (args: string[], env: Record<string, string | undefined>) =>
      JSON.parse((await command.run(['get', 'provider', '--json', ...args], env)).out).data.id;
    expect((await command.run(['profiles'], bare)).out).toMatch(/There are none/);
    expect((await login(partner)).code).toBe(0);
    expect((await login(other, '--profile', 'other')).code).toBe(0);
    expect((await command.run(['profiles'], bare)).out).toBe('default\nother\n');
    expect(statSync(join(bare.XDG_CONFIG_HOME, 'demarc/profiles/other.json')).mode & 0o777).toBe(0o600);
    expect(await accountOf([], bare)).toBe(partner.providerId);
    expect(await accountOf(['--profile', 'other'], bare)).toBe(other.providerId);
    expect(await accountOf([], { ...bare, DEMARC_PROFILE: 'other' })).toBe(other.providerId);
    const set = { ...command.environment(partner), ...bare };
    expect(await accountOf([], { ...set, DEMARC_PROFILE: 'other' })).toBe(partner.providerId);
    expect(await accountOf(['--profile', 'other'], set)).toBe(other.providerId);
    expect((await command.run(['logout', '--profile', 'other'], bare)).code).toBe(0);
    expect(await command.run(['get', 'provider', '--profile', 'other'], bare)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no profile other\. There are default\./),
    });
    expect((await command.run(['get', 'provider', '--profile', '../x'], bare)).code).toBe(2);
  });
});

test('a command that repeats a request says so', async () => {
  const env = command.environment(partner, { DEMARC_BASE_URL: `http://127.0.0.1:${await freePort()}` });
  const { printed } = command.start(['get', 'plans'], env);
  await expect.poll(() => printed.err).toMatch(/ECONNREFUSED.*Attempt 2 in \d\.\d s\./);
});

describe('completion', () => {
  const has = (shell: string) => spawnSync(shell, ['-c', 'exit'], { stdio: 'ignore' }).status === 0;
  const complete = async (...words: string[]) =>
    (await run(['complete', '--', ...words])).out.split('\n').slice(0, -1);

  test('of commands, words, options and values', async () => {
    expect(await complete('l')).toEqual(['login', 'logout', 'listen', 'logs']);
    expect(await complete('logs', '')).toEqual(['tail']);
    expect(await complete('trigger', 'subscription.plan_r')).toEqual([
      'subscription.plan_removed_queued',
      'subscription.plan_removed',
    ]);
    expect(await complete('listen', '--f')).toEqual(['--forward-to', '--from']);
    expect(await complete('listen', '--events', 'plan.created,payment.f')).toEqual([
      'plan.created,payment.failed',
    ]);
    expect(await complete('clock', 'advance', '')).toEqual([]);
    expect(await complete('nothing', '')).toEqual([]);
    expect((await run(['completion', 'tcsh'])).code).toBe(2);
  });

  /** Runs a script in a shell that finds the command, as a terminal does. */
  const inShell = (shell: string, args: string[]) =>
    spawnSync(shell, args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${command.bin()}:${process.env.PATH}`, XDG_CONFIG_HOME: command.home() },
    });

  test.skipIf(!has('bash'))('in bash', () => {
    const script = `source <(demarc completion bash)
      COMP_WORDS=(demarc trigger payment.re); COMP_CWORD=2; _demarc; echo "\${COMPREPLY[*]}"
      COMP_WORDS=(demarc ''); COMP_CWORD=1; _demarc; echo "\${#COMPREPLY[@]}"
      complete -p demarc`;
    const { stdout, stderr } = inShell('bash', ['-c', script]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^payment\.received\n\d\d\ncomplete .*-F _demarc demarc\n$/);
  });

  test.skipIf(!has('zsh'))('in zsh', () => {
    const script = `autoload -Uz compinit; compinit -u -d ${join(command.home(), 'zcompdump')}
      source <(demarc completion zsh)
      compadd() { shift; print -l -- "$@" }
      words=(demarc trigger payment.re); CURRENT=3; _demarc
      print -- $_comps[demarc]`;
    const { stdout, stderr } = inShell('zsh', ['-f', '-c', script]);
    expect(stderr).toBe('');
    expect(stdout).toBe('payment.received\n_demarc\n');
  });

  test.skipIf(!has('fish'))('in fish', () => {
    const script = `demarc completion fish | source
      complete -C 'demarc trigger payment.re'; complete -C 'demarc tri'`;
    const { stdout, stderr } = inShell('fish', ['--no-config', '-c', script]);
    expect(stderr).toBe('');
    expect(stdout).toBe('payment.received\ntrigger\n');
  });
});
