import { CopyId } from '@/components/format/copy-id.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { auditActionText } from '@/server/contract/texts/audit-action-text.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';
import { TextLink } from '../format/text-link.tsx';
import classes from './change-list.module.css';

type AffectedListProps = {
  affected: Record<string, string[]>;
  /** By id. A row without a name is shown by its id. */
  names?: Names;
};

/** The effects of due work: the rows that it created and changed, by action. */
export function AffectedList({ affected, names = {} }: AffectedListProps) {
  return (
    <dl className={classes.root}>
      {Object.entries(affected).map(([action, ids]) => (
        <div key={action} className={classes.row}>
          <dt className={classes.field}>{auditActionText(action)}</dt>
          {ids.map((id) => (
            <dd key={id} className={classes.values}>
              <Affected type={action.slice(0, action.indexOf('.'))} id={id} name={names[id]} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Affected({ type, id, name }: { type: string; id: string; name: string | undefined }) {
  const href = hrefOfResource(type, id);
  if (!href) return name ?? <CopyId id={id} what={`${type} id`} short />;
  return (
    <TextLink href={href} inherit ff={name ? undefined : 'monospace'}>
      {name ?? id}
    </TextLink>
  );
}
