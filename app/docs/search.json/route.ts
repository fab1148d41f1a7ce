import { searchEntries } from '../search-entries.ts';

/** What the search of the documentation finds. It is loaded when the field is used. */
export function GET(): Response {
  return Response.json(searchEntries(), { headers: { 'cache-control': 'public, max-age=300' } });
}
