'use client';

import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import Link from 'next/link';
import { useCan } from '@/components/shell/session-context.tsx';
import { type ImportTypeName, importTypes } from '@/server/contract/portal/import-fields.ts';

/** The link from a list to the import of its rows. */
export function ImportLink({ type, label = 'Import' }: { type: ImportTypeName; label?: string }) {
  if (!useCan(importTypes[type].permission)) return null;
  return (
    <Button
      component={Link}
      href={`/imports/new?type=${type}`}
      prefetch={false}
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}
