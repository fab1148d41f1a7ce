import { dryRunAnswer, dryRunRequest } from '../dry-run.ts';
import { portalWrite } from '../operation.ts';

export const dryRunOperations = {
  run: portalWrite({ permission: 'read', input: dryRunRequest, output: dryRunAnswer }),
};
