'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { PageTab } from './page-tabs.tsx';
import { Panel } from './panel.tsx';

const AuditTrail = lazyPart(() => import('./audit-trail.tsx'), 'AuditTrail');

/** The tab with the audit trail of a resource. */
export function auditTab(id: string): PageTab {
  return {
    key: 'audit',
    label: 'Audit',
    render: () => (
      <Panel title="Audit">
        <AuditTrail resourceId={id} />
      </Panel>
    ),
  };
}
