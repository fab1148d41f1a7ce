import type { IncomingMessage } from 'node:http';

/** Reads headers that are there once; undefined for any other. */
export function headerOf({ headersDistinct }: IncomingMessage) {
  return (name: string): string | undefined => {
    const values = headersDistinct[name] ?? [];
    return values.length === 1 ? values[0] : undefined;
  };
}
