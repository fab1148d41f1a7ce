import { useSession } from '@/components/shell/session-context.tsx';
import { type ImportTypeName, importTypeNames, importTypes } from '@/server/contract/portal/import-fields.ts';
import { may } from '@/server/contract/roles.ts';

/** What the role may import. */
export function useImportTypes(): ImportTypeName[] {
  const session = useSession();
  return importTypeNames.filter((name) => may(session, importTypes[name].permission));
}
