import type { ResourceName } from '../resource-names.ts';
import type { DueWorkName } from './due-work-names.ts';
import type { SecurityEventName } from './security-events.ts';

/**
 * The verbs in the actions of audit entries, by resource, beside `create` and `update`. Moves of machines are among them.
 * A renamed verb makes new entries differ from stored ones, which are final; `audit-action-text.ts` keeps its former name.
 */
type AuditVerbs = {
  accessCredential: 'rotate' | 'revoke';
  announcement: 'pause' | 'resume' | 'resolve';
  billingCycle: 'start' | 'close' | 'lapse' | 'suspend';
  charge: 'pay' | 'cancel' | 'waive' | 'refund';
  delivery: 'resend';
  gatewayAccount: 'connect' | 'replace' | 'disconnect';
  inboundEvent: 'begin' | 'resume' | 'finish' | 'ignore' | 'fail' | 'retry';
  installation: 'activate' | 'settle' | 'cancel' | 'archive' | 'abandon';
  integration:
    | ('enable' | 'disable' | 'delete' | 'rotate_secret' | 'revoke_secret')
    | ('set_outbound_sync' | 'remove_outbound_sync');
  invoice: 'pay' | 'void' | 'refund';
  job: 'check' | 'finish_check' | 'correct' | 'start' | 'complete' | 'stop' | 'resume' | 'delete';
  mail: 'send' | 'deliver' | 'bounce' | 'lose' | 'fail' | 'drop' | 'hold' | 'resend';
  messageAccount: 'connect' | 'replace' | 'disconnect';
  messageText: 'reset';
  networkServer: 'delete';
  networkSession: 'disconnect' | 'throttle' | 'restore';
  payment:
    | ('process' | 'complete' | 'fail' | 'expire' | 'refund')
    | (
        | 'decline'
        | 'mismatch'
        | 'count_twice'
        | 'dispute'
        | 'late'
        | 'refund_late_money'
        | 'submit'
        | 'submit_failed'
        | 'retry_gateway_refund'
        | 'keep'
      );
  plan: 'enable' | 'disable' | 'delete';
  provider:
    | 'set_throttle_rate'
    | 'set_messages'
    | 'test_message'
    | 'suspend'
    | 'resume'
    | 'pause'
    | 'close'
    | 'move_out'
    | 'move_in'
    | 'move_back'
    | 'write_archive'
    | 'read_archive';
  receipt: 'match' | 'assign';
  refund: 'submit' | 'submit_failed';
  subscriber:
    | ('activate' | 'suspend' | 'terminate' | 'erase' | 'export' | 'set_hold' | 'lift_hold')
    | ('create_note' | 'update_note' | 'delete_note' | 'set_tags')
    | ('create_page_link' | 'revoke_page_link');
  subscription:
    | ('start' | 'reactivate' | 'deactivate' | 'remove_plan' | 'cancel' | 'migrate_out' | 'renew')
    | ('hold_upgrade' | 'pay_upgrade' | 'drop_upgrade' | 'reject_upgrade')
    | (
        | 'request_plan_change'
        | 'request_override'
        | 'request_plan_removal'
        | 'reject_plan_change'
        | 'reject_override'
      )
    | ('reveal_credentials' | 'rotate_credentials' | 'refuse_accounting' | 'throttle')
    | ('push' | 'push_failed' | 'set_ipv4' | 'extend_grace' | 'give_reason');
  webhook: 'enable' | 'disable' | 'delete' | 'warn' | 'test' | 'replay' | 'resend_failed' | 'rotate_secret';
};

/** The verbs of one resource, in snake_case. A move of its machine has to be among them. */
export type AuditVerb<Name extends ResourceName> = Name extends keyof AuditVerbs
  ? AuditVerbs[Name] & Lowercase<string>
  : never;

type Underscored<Text extends string> = Text extends `${infer Head} ${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text;

/** The last part of an action of due work: `cycle end` → `cycle_end`. */
export type DueWorkVerb = Underscored<DueWorkName>;

/** Every action of an audit entry. Nothing else can be written. Contract: Audit. */
export type AuditAction =
  | `${ResourceName}.${'create' | 'update' | DueWorkVerb}`
  | { [Name in keyof AuditVerbs]: `${Name}.${AuditVerb<Name>}` }[keyof AuditVerbs]
  | 'testClock.advance'
  | SecurityEventName;

/** What an audit entry can be about. */
export type AuditSubjectType = ResourceName | 'staffUser';
