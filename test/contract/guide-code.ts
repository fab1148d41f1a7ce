import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The package of the programs in TypeScript. */
const sdk = join(root, 'sdk/typescript/src/index.ts');

/** The languages in which a guide shows a step. Both do the same and print the same. */
export const languages = ['sh', 'ts'] as const;
export type Language = (typeof languages)[number];

/** What a guide shows together: code in one or both languages, and the output. */
export type Step = Partial<Record<Language, string>> & { output: string };

/** The page whose setup the other guides use. */
const QUICKSTART = 'quickstart.md';

/** Separates the output of one step from that of the next. */
const MARK = '--- next step ---';

/**
 * The steps of a guide. A block with a word after its language, such as `sh operator`, is not part of them. A guide that
 * links to the setup of the quickstart begins with it.
 * @param name its file in docs/guides
 */
export function readGuide(name: string): Step[] {
  const guide = readFileSync(`${root}/docs/guides/${name}`, 'utf8');
  const steps: Step[] = [];
  let open: Step | undefined;
  for (const [, language, block = ''] of guide.matchAll(/^```(sh|ts|text)\n(.*?)^```$/gms)) {
    if (language === 'text') {
      if (!open) throw new Error(`${name} has an output without code:\n${block}`);
      open.output = block;
      open = undefined;
    } else {
      if (!open || open[language as Language] !== undefined) {
        open = { output: '' };
        steps.push(open);
      }
      open[language as Language] = block;
    }
  }
  return guide.includes(`(${QUICKSTART}#set-up)`) ? [setup(), ...steps] : steps;
}

function setup(): Step {
  const [first] = readGuide(QUICKSTART);
  if (!first) throw new Error('the quickstart has no steps');
  return first;
}

type Caller = { accessId: string; accessSecret: string };

/**
 * Runs the code of steps in one language, as one shell script or one program, in the project's folder.
 * @param base the address of the server
 * @param env further variables of the environment
 * @returns the output of each step that has code in the language
 */
export async function runSteps(
  language: Language,
  steps: Step[],
  base: string,
  { accessId, accessSecret }: Caller,
  env: Record<string, string> = {},
): Promise<string[]> {
  const blocks = steps.flatMap((step) => step[language] ?? []);
  const dir = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
  const variables = {
    DEMARC_BASE_URL: base,
    DEMARC_ACCESS_ID: accessId,
    DEMARC_ACCESS_SECRET: accessSecret,
    ...env,
  };
  const options = { cwd: root, env: { ...process.env, ...variables } };
  try {
    const [command, args] = await commandOf(language, blocks, dir);
    const { stdout } = await promisify(execFile)(command, args, options);
    return stdout.split(`${MARK}\n`).slice(0, -1);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function commandOf(language: Language, blocks: string[], dir: string): Promise<[string, string[]]> {
  if (language === 'sh') {
    const script = blocks.map((block) => `${block}\necho '${MARK}'\n`).join('');
    return ['bash', ['-euo', 'pipefail', '-c', script]];
  }
  const contents = blocks.map((block) => `${block}\nconsole.log('${MARK}');\n`).join('');
  const outfile = join(dir, 'guide.mjs');
  await build({
    stdin: { contents, loader: 'ts', resolveDir: root },
    alias: { '@demarc/sdk': sdk },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent', outfile },
  });
  return [process.execPath, [outfile]];
}

/** The outputs that the guide shows for the code of one language. */
export function outputsOf(language: Language, steps: Step[]): string[] {
  return steps.filter((step) => step[language] !== undefined).map(({ output }) => output);
}
