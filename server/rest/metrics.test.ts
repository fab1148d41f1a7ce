import { expect, test } from 'vitest';
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

test('runs of jobs are counted by result', async () => {
  const metrics = createMetrics();
  metrics.drained('payments-expire', 'more');
  metrics.drained('payments-expire', 'done');
  metrics.drained('payments-expire', 'done');
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      'demarc_jobs_drained_total{job="payments-expire",outcome="done"} 2',
      'demarc_jobs_drained_total{job="payments-expire",outcome="more"} 1',
    ]),
  );
});

test('the metrics include the process', async () => {
  const lines = await linesOf(createMetrics());
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
});
