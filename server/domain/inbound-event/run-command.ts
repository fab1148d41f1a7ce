import type { Command } from '../../integrations/command.ts';
import type { WriteScope } from '../../work/scope.ts';
import { putCustomer } from './customer.ts';
import { endExternalService } from './end-service.ts';
import { type Cause, failed, type InboundOutcome, ignored } from './outcome.ts';
import { putService } from './put-service.ts';

/** Runs one command of an inbound event. Contract: Inbound. */
export function runCommand(scope: WriteScope, cause: Cause, command: Command): Promise<InboundOutcome> {
  switch (command.do) {
    case 'service.put':
      return putService(scope, cause, command);
    case 'service.end':
      return endExternalService(scope, cause, command);
    case 'customer.put':
      return putCustomer(scope, cause, command);
    case 'service.echo':
      return Promise.resolve(ignored('ECHO'));
    case 'nothing':
      return Promise.resolve(
        command.reason === 'INVALID_PAYLOAD' ? failed(command.reason) : ignored(command.reason),
      );
  }
}
