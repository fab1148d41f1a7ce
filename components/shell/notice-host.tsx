'use client';

import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { onFirstNotice } from './notify.ts';

const Notifications = lazyPart(() => import('@mantine/notifications'), 'Notifications');

/** The host of the messages of `notify`. */
export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstNotice(() => setWanted(true)), []);
  return wanted && <Notifications position="bottom-right" autoClose={5000} />;
}
