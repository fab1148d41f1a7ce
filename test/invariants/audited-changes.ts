/**
 * The changes in the audit entries as SQL rows, one per changed resource. `was` and `became` are the statuses, if the entry
 * has them. Entries of due work (`by_time`) have none; the action's machine defines them.
 */
export const auditedChanges = `(
  select provider_id, resource_type, resource_id, correlation_id, created_at, id, 0 as place, action,
    changes::jsonb ? 'status' as is_move, changes::jsonb -> 'status' ->> 'before' as was,
    changes::jsonb -> 'status' ->> 'after' as became, false as by_time
  from audit_entry where affected is null
  union all
  select a.provider_id, split_part(done.action, '.', 1), named.id, a.correlation_id, a.created_at, a.id,
    done.place::int, done.action, false, null, null, true
  from audit_entry a
  cross join lateral json_each(a.affected::json) with ordinality as done (action, ids, place)
  cross join lateral json_array_elements_text(done.ids) as named (id)
  where a.affected is not null)`;
