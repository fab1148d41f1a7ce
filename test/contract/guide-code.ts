import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { saveCredentials } from '../../server/demo/credentials-file.ts';
import { type Pasted, type PasteMode, paste, type Shell } from './pasted.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The package of the programs in TypeScript. */
const sdkSource = join(root, 'sdk/typescript/src/index.ts');

/** The languages in which a guide shows a step. Both do the same and print the same. */
export const languages = ['sh', 'ts'] as const;
export type Language = (typeof languages)[number];

/** What a guide shows together: code in one or both languages, and the output. */
export type Step = Partial<Record<Language, string>> & { output: string };

/** The page whose setup the other guides use. */
const QUICKSTART = 'quickstart.md';

/** Printed by a program after each step. */
const MARK = '--- next step ---';

/**
 * The steps of a guide. A block with a word after its language, such as `sh operator`, is not part of them, apart from `sh demo`,
 * which reads the key of the demo account. A guide that links to the setup of the quickstart begins with it.
 * @param name its file in docs/guides
 */
export function readGuide(name: string): Step[] {
  const guide = readFileSync(`${root}/docs/guides/${name}`, 'utf8');
  const steps: Step[] = [];
  let open: Step | undefined;
  for (const [, language, block = ''] of guide.matchAll(/^```(sh|ts|text)(?: demo)?\n(.*?)^```$/gms)) {
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
  const found = readGuide(QUICKSTART).find(({ ts }) => ts !== undefined);
  if (!found) throw new Error('the quickstart has no setup');
  return found;
}

type Caller = { accessId: string; accessSecret: string };

type Run = {
  /** The address of the server. */
  base: string;
  caller: Caller;
  /** Further variables of the environment. */
  env?: Record<string, string>;
};

/**
 * Pastes the steps of a guide into an interactive shell, in a folder like that of a server whose demo account has the key.
 * @returns the output of each step that has code for the shell, and the screen
 */
export async function pasteSteps(
  shell: Shell,
  mode: PasteMode,
  steps: Step[],
  { base, caller, env = {} }: Run,
): Promise<Pasted> {
  const cwd = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
  saveCredentials(join(cwd, '.data'), {
    ...{ portal: base, providerId: '', ownerEmail: '', ownerPassword: null, team: [] },
    ...caller,
  });
  const blocks = steps.flatMap(({ sh }) => sh ?? []);
  // The block `sh demo` of some guides reads the key.
  const signedIn = blocks.some((block) => block.includes('demo-credentials')) ? {} : variables(base, caller);
  try {
    return await paste(shell, blocks, { mode, cwd, env: { ...signedIn, ...env } });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/**
 * Runs the TypeScript of steps as one file, by `npx tsx guide.mts` in a folder that has nothing but the SDK.
 * @returns the output of each step that has TypeScript
 */
export async function runProgram(steps: Step[], { base, caller, env = {} }: Run): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
  const sdk = join(cwd, 'node_modules/@demarc/sdk');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(sdk, 'index.js'), `export * from '${pathToFileURL(sdkSource)}';\n`);
  const blocks = steps.flatMap(({ ts }) => ts ?? []);
  writeFileSync(
    join(cwd, 'guide.mts'),
    blocks.map((block) => `${block}\nconsole.log('${MARK}');\n`).join(''),
  );
  const options = { cwd, env: { ...process.env, ...variables(base, caller), ...env } };
  try {
    const tsx = join(root, 'node_modules/.bin/tsx');
    const { stdout } = await promisify(execFile)(tsx, ['guide.mts'], options);
    return stdout.split(`${MARK}\n`).slice(0, -1);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function variables(base: string, { accessId, accessSecret }: Caller): Record<string, string> {
  return { DEMARC_BASE_URL: base, DEMARC_ACCESS_ID: accessId, DEMARC_ACCESS_SECRET: accessSecret };
}

/** The outputs that the guide shows for the code of one language. */
export function outputsOf(language: Language, steps: Step[]): string[] {
  return steps.filter((step) => step[language] !== undefined).map(({ output }) => output);
}
