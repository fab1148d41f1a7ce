'use client';

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import Link from 'next/link';

/** A link to the form of the resource. */
export function EditButton({ href }: { href: string }) {
  return (
    <Button
      component={Link}
      href={href}
      prefetch={false}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      Edit
    </Button>
  );
}
