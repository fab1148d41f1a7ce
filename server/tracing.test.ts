import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTracing, startTracing, traced } from './tracing.ts';

const server = fileURLToPath(new URL('.', import.meta.url));

test('without OTEL_EXPORTER_OTLP_ENDPOINT nothing is recorded, and no file loads the exporter by itself', async () => {
  await startTracing({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_EXPORTER_OTLP_HEADERS: '' },
    ...{ OTEL_SERVICE_NAME: 'demarc', OTEL_TRACES_SAMPLER_ARG: 1 },
  });
  expect(isTracing()).toBe(false);
  expect(traced('work', {}, () => 'done')).toBe('done');
  const loads = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /(?:from|import) '[^']*\/otlp-exporter\.ts'/.test(readFileSync(join(server, name), 'utf8')),
    );
  expect(loads).toEqual([]);
});
