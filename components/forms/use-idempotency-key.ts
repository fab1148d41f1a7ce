'use client';

import { useEffect, useRef, useState } from 'react';

/** A key that changes with the content only. The first key is created in the browser, after the page is rendered. */
export function useIdempotencyKey(content: unknown): string {
  const [seed, setSeed] = useState('');
  const known = useRef<{ content: string; key: string }>({ content: '', key: '' });
  useEffect(() => setSeed(crypto.randomUUID()), []);
  if (!seed) return '';
  const text = JSON.stringify(content);
  if (known.current.content !== text) {
    known.current = { content: text, key: known.current.key ? crypto.randomUUID() : seed };
  }
  return known.current.key;
}
