'use client';

import { useEffect, useRef, useState } from 'react';

/** A key that stays while the content does. The first one is made in the browser, after the page is shown. */
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
