/** The parts of the tests, each with its files. `npm test -- contract` runs one. */
const parts = {
  unit: ['{server,components,app,bench,scripts,sdk}/**/!(*.db).test.{ts,tsx}'],
  db: ['server/**/*.db.test.ts', 'test/invariants/**/*.test.ts'],
  contract: ['test/contract/**/*.test.ts'],
  scenarios: ['test/scenarios/**/*.test.ts'],
  background: ['test/background/**/*.test.ts'],
  radius: ['test/radius/**/*.test.ts'],
  crash: ['test/crash/**/*.test.ts'],
};

export type Part = keyof typeof parts;

/** The files of the parts that `TEST_PARTS` names, or those in `TEST_FILES`; of all given parts by default. */
export function filesOf(given: Part[]): string[] {
  const files = process.env.TEST_FILES?.split(',');
  if (files) return files.filter((path) => given.includes(partOf(path)));
  const wanted = process.env.TEST_PARTS?.split(',');
  return given.filter((part) => wanted?.includes(part) ?? true).flatMap((part) => parts[part]);
}

/** The part of a test file, by its path in the project. */
export function partOf(path: string): Part {
  if (path.endsWith('.db.test.ts') || path.startsWith('test/invariants/')) return 'db';
  const [folder, name] = path.split('/');
  return folder === 'test' ? (name as Part) : 'unit';
}
