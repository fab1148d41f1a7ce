'use client';

import { Anchor, type AnchorProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

type TextLinkProps = AnchorProps & { href: string; children: ReactNode; onClick?: () => void };

/** A link to another page of the portal. It is not prefetched, as a page has many of them. */
export function TextLink(props: TextLinkProps) {
  return <Anchor component={Link} prefetch={false} {...props} />;
}
