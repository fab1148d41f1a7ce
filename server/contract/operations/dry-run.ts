import { portalWrite } from '../operation.ts';
import { dryRunAnswer, dryRunRequest } from '../portal/dry-run.ts';

export const dryRunOperations = {
  run: portalWrite({ permission: 'read', input: dryRunRequest, output: dryRunAnswer }),
};
