import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

async function linesOf(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  const { status, contentType, body } = await metrics.scrape();
  expect(status).toBe(200);
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  return body.split('\n');
}

test('answers are counted by method, route and status, with their duration in seconds', async () => {
  const metrics = createMetrics();
  metrics.answered('GET', '/v1/plans/{id}', 200, 3.90625);
  metrics.answered('GET', '/v1/plans/{id}', 200, 31.25);
  metrics.answered('GET', '/v1/plans/{id}', 404, 1);
  metrics.answered('POST', '/v1/plans', 201, 7);
  const lines = await linesOf(metrics);
  const found = 'method="GET",route="/v1/plans/{id}",status="200"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `demarc_http_request_duration_seconds_count{${found}} 2`,
      `demarc_http_request_duration_seconds_sum{${found}} 0.03515625`,
      `demarc_http_request_duration_seconds_bucket{le="0.005",${found}} 1`,
      `demarc_http_request_duration_seconds_bucket{le="+Inf",${found}} 2`,
      'demarc_http_request_duration_seconds_count{method="GET",route="/v1/plans/{id}",status="404"} 1',
      'demarc_http_request_duration_seconds_count{method="POST",route="/v1/plans",status="201"} 1',
    ]),
  );
});

test('runs of jobs are counted by result, and attempts of deliveries with their lag', async () => {
  const metrics = createMetrics();
  metrics.jobEnded('billing-due', 'more', 5_000);
  metrics.jobEnded('billing-due', 'failed', 125);
  metrics.attempted('delivered', 31.25, 250);
  // The clocks of two machines differ.
  metrics.attempted('unanswered', 10_000, -3);
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'demarc_job_duration_seconds_sum{task="billing-due",outcome="more"} 5',
      'demarc_job_duration_seconds_count{task="billing-due",outcome="failed"} 1',
      'demarc_delivery_attempt_duration_seconds_sum{result="unanswered"} 10',
      'demarc_delivery_lag_seconds_sum 0.25',
      'demarc_delivery_lag_seconds_count 2',
    ]),
  );
});

test('figures of the database are replaced as a whole, and have no value while it is away', async () => {
  const metrics = createMetrics();
  const figures = {
    demarc_due_items: [
      { value: 3, labels: { work: 'emails' } },
      { value: 1, labels: { work: 'deliveries' } },
    ],
    demarc_due_oldest_seconds: [],
    demarc_webhooks: [],
    demarc_gateway_refunds: [],
    demarc_network_sessions: [{ value: 7 }],
    demarc_network_silence_seconds: [],
    demarc_receipts_unmatched: [],
  };
  const values = async () =>
    (await linesOf(metrics)).filter((line) => /^demarc_(due|net|database_up)/.test(line));
  metrics.setFigures(figures);
  expect(await values()).toEqual([
    'demarc_database_up 1',
    'demarc_due_items{work="emails"} 3',
    'demarc_due_items{work="deliveries"} 1',
    'demarc_network_sessions 7',
  ]);
  metrics.setFigures({ ...figures, demarc_due_items: [{ value: 2, labels: { work: 'emails' } }] });
  expect(await values()).toEqual([
    'demarc_database_up 1',
    'demarc_due_items{work="emails"} 2',
    'demarc_network_sessions 7',
  ]);
  metrics.setFigures(undefined);
  expect(await values()).toEqual(['demarc_database_up 0']);
});

describe('the alert rules and the dashboard in deploy/', () => {
  const folder = fileURLToPath(new URL('../deploy', import.meta.url));
  const files = ['prometheus/alerts.yaml', 'grafana/demarc.json', 'prometheus/alerts.test.yaml'];

  test.each(files)('%s names metrics that exist', async (file) => {
    const described = (await linesOf(createMetrics())).flatMap((line) => {
      const [, name, type] = /^# TYPE (\w+) (\w+)/.exec(line) ?? [];
      return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : name ? [name] : [];
    });
    const named = readFileSync(`${folder}/${file}`, 'utf8').match(/\b(?:demarc|nodejs|process)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect([...new Set(named)].filter((name) => !described.includes(name))).toEqual([]);
  });

  test('the guide explains each metric, and each alert with a look and a remedy', async () => {
    const guide = readFileSync(`${folder}/../docs/operations/watch.md`, 'utf8');
    const rules = readFileSync(`${folder}/prometheus/alerts.yaml`, 'utf8');
    const alerts = [...rules.matchAll(/- alert: (\w+)\n/g)].map(([, name]) => name);
    expect([...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name).sort()).toEqual(alerts.sort());
    const runbooks = /^### (\w+)\n([\s\S]*?)(?=^##)/gm;
    const incomplete = [...guide.matchAll(runbooks)].filter(
      ([, , text]) => !text?.includes('**Look**:') || !text.includes('**Remedy**:'),
    );
    expect(incomplete.map(([, name]) => name)).toEqual([]);
    const own = (await linesOf(createMetrics())).flatMap(
      (line) => /^# TYPE (demarc_\w+)/.exec(line)?.[1] ?? [],
    );
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8', cwd: folder });
  const hasPromtool = promtool('--version').status === 0;

  test.skipIf(!hasPromtool)(
    'promtool accepts the rules, and each of them has a case that fires',
    () => {
      const checked = promtool('check', 'rules', 'prometheus/alerts.yaml');
      expect(checked.status, checked.stderr + checked.stdout).toBe(0);
      const tested = promtool('test', 'rules', 'prometheus/alerts.test.yaml');
      expect(tested.status, tested.stderr + tested.stdout).toBe(0);
      const names = (file: string, pattern: RegExp) =>
        [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(pattern)].map(([, name]) => name);
      const fired = names('prometheus/alerts.test.yaml', /alertname: (\w+)\n\s+exp_alerts:\n/g);
      expect([...new Set(fired)].sort()).toEqual(names('prometheus/alerts.yaml', /- alert: (\w+)/g).sort());
    },
    120_000,
  );
});
