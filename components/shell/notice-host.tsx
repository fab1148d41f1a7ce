'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { onFirstNotice } from './notify.ts';

const Notifications = dynamic(() => import('@mantine/notifications').then((module) => module.Notifications), {
  ssr: false,
});

/** The corner in which `notify` speaks. */
export function NoticeHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstNotice(() => setWanted(true)), []);
  return wanted && <Notifications position="bottom-right" autoClose={5000} />;
}
