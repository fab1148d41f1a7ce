import type { Tone } from '@/components/theme/colors.ts';
import type { ApiRequestSnapshot } from '@/server/contract/api-request.ts';

/** A success is green, a refusal yellow, a failure of the server red. */
export function toneOfHttpStatus(status: number): Tone {
  return status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
}

/** `2.4 ms`, `180 ms`, `1.2 s`. */
export function durationText(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

/** The path with its query. */
export function targetOf({ path, query }: Pick<ApiRequestSnapshot, 'path' | 'query'>): string {
  return query ? `${path}?${query}` : path;
}

/** A JSON body, or null for one that was cut. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
