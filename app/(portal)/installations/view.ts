/** The ways to look at installations. */
export const views = ['board', 'list', 'calendar'] as const;
export type InstallationView = (typeof views)[number];
