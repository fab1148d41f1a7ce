import { portalRead } from '../operation.ts';
import { searchQuery, searchResults } from '../portal/search.ts';

export const searchOperations = {
  query: portalRead({ permission: 'read', input: searchQuery, output: searchResults }),
};
