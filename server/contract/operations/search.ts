import { portalRead } from '../operation.ts';
import { searchQuery, searchResults } from '../search.ts';

export const searchOperations = {
  query: portalRead({ permission: 'read', input: searchQuery, output: searchResults }),
};
