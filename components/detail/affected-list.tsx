import { CopyId } from '@/components/format/copy-id.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { TextLink } from '../format/text-link.tsx';
import classes from './change-list.module.css';

/** The effects of due work: the rows that it created and changed, by action. */
export function AffectedList({ affected }: { affected: Record<string, string[]> }) {
  return (
    <dl className={classes.root}>
      {Object.entries(affected).map(([action, ids]) => (
        <div key={action} className={classes.row}>
          <dt className={classes.field}>{action}</dt>
          {ids.map((id) => (
            <dd key={id} className={classes.values}>
              <Affected type={action.slice(0, action.indexOf('.'))} id={id} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Affected({ type, id }: { type: string; id: string }) {
  const href = hrefOfResource(type, id);
  if (!href) return <CopyId id={id} what={`${type} id`} />;
  return (
    <TextLink href={href} inherit ff="monospace">
      {id}
    </TextLink>
  );
}
