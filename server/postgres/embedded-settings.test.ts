import { describe, expect, test } from 'vitest';
import { embeddedSettings } from './embedded-settings.ts';

const GIB = 2 ** 30;

describe('shared_buffers', () => {
  test.each([
    ['a small machine', 0.5 * GIB, '128MB'],
    ['a usual machine', 16 * GIB, '2048MB'],
    ['a large machine', 256 * GIB, '4096MB'],
  ])('on %s', (_of, memory, shared) => {
    expect(embeddedSettings(memory).shared_buffers).toBe(shared);
  });
});
