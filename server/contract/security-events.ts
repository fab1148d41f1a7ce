/** Every event of the security log. Contract: Security log. */
export type SecurityEventName =
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.locked_out'
  | 'sign_out'
  | 'session.used_after_end'
  | 'password.changed'
  | 'password.change_failed'
  | 'second_factor.enabled'
  | 'second_factor.disabled'
  | 'permission.refused'
  | 'origin.refused'
  | 'accounting.forged'
  | 'credential.revoked_in_use';
