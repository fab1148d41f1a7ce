import { AuditTrail } from './audit-trail.tsx';
import type { PageTab } from './page-tabs.tsx';
import { Panel } from './panel.tsx';

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
