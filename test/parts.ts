/** The parts of the tests, each with its files. `npm test -- contract` runs one. */
export const parts = {
  unit: [
    'server/**/*.test.ts',
    'components/**/*.test.{ts,tsx}',
    'app/**/*.test.{ts,tsx}',
    'bench/**/*.test.ts',
  ],
  db: ['server/**/*.db.test.ts', 'test/invariants/**/*.test.ts'],
  contract: ['test/contract/**/*.test.ts'],
  scenarios: ['test/scenarios/**/*.test.ts'],
  jobs: ['test/jobs/**/*.test.ts'],
  radius: ['test/radius/**/*.test.ts'],
  crash: ['test/crash/**/*.test.ts'],
} as const;

export type Part = keyof typeof parts;

/** The part of a file, by its path in the project. */
export function partOf(path: string): Part {
  if (path.endsWith('.db.test.ts') || path.startsWith('test/invariants/')) return 'db';
  const [folder, name] = path.split('/');
  return folder === 'test' && name !== undefined && name in parts ? (name as Part) : 'unit';
}
