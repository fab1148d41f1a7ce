/** What a signed-in person has to do before anything else, and the refusal of everything else. Contract: Accounts. */
export const requiredSteps = {
  changePassword: 'Change the generated password first.',
  setUpSecondFactor: 'Set up a second factor first.',
} as const;

export type RequiredStep = keyof typeof requiredSteps;
