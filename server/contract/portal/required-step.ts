/**
 * What a signed-in person has to do before anything else, and the refusal of everything else. With an account that is not
 * active the person can only select another one. Contract: Accounts, Operator.
 */
export const requiredSteps = {
  changePassword: 'Change the generated password first.',
  setUpSecondFactor: 'Set up a second factor first.',
  leaveSuspendedAccount: 'This account is suspended. Contact the operator of this service.',
  leavePausedAccount: 'This account is being moved. Try again in a minute.',
  leaveClosedAccount: 'This account is closed.',
} as const;

export type RequiredStep = keyof typeof requiredSteps;

/** A step of an account that is not active. */
export type AccountStep = Extract<RequiredStep, `leave${string}Account`>;

export function isAccountStep(step: RequiredStep | null): step is AccountStep {
  return step?.startsWith('leave') === true;
}
