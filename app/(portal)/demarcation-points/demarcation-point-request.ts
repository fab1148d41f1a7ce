import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import type { DemarcationPointValues } from './demarcation-point-fields.tsx';

/** Blank fields are not sent. The API reports what is missing, so the type is that of a complete form. */
export function createRequest(values: DemarcationPointValues) {
  const given = Object.entries(withoutBlanks(values)).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Complete;
}

type Complete = {
  name: string;
  accessType: DemarcationPointSnapshot['accessType'];
  nasIdentifier?: string;
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
};

/** The fields that differ from the demarcation point. A field that was emptied is sent as `null`, except the name. */
export function updateRequest(before: DemarcationPointSnapshot, values: DemarcationPointValues) {
  const changed = Object.entries(values)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() || cleared(key) : value] as const)
    .filter(([key, value]) => value !== before[key as keyof DemarcationPointValues]);
  return { id: before.id, ...Object.fromEntries(changed) } as { id: string } & Changes;
}

function cleared(key: string): '' | null {
  return key === 'name' ? '' : null;
}

type Changes = { [Key in keyof Omit<Complete, 'accessType'>]?: Complete[Key] | null } & {
  name?: string;
  accessType?: DemarcationPointSnapshot['accessType'];
};
