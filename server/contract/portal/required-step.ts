/**
 * What a signed-in person has to do before anything else, and the refusal of everything else. With an account that is not
 * active the person can only select another one. Contract: Accounts, Operator.
 */
export const requiredSteps = {
  changePassword: 'Change the generated password first.',
  setUpSecondFactor: 'Set up a second factor first.',
  leaveSuspendedAccount: 'This account is suspended. Contact the operator of this service.',
  leaveClosedAccount: 'This account is closed.',
} as const;

export type RequiredStep = keyof typeof requiredSteps;
