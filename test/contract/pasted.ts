import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The shells that a guide is for, as a terminal starts them: interactive, and configured as they are installed. */
const shells = {
  dash: 'dash -i',
  bash: 'bash --noprofile --norc -i',
  zsh: 'zsh -i',
} as const;
export type Shell = keyof typeof shells;
export const shellNames = Object.keys(shells) as Shell[];

/** Whether a shell is installed on this machine. */
export const isShellThere = (shell: Shell) => spawnSync(shell, ['-c', ':']).status === 0;

/**
 * How a terminal passes a pasted block on: `whole` between the marks of a bracketed paste, which a line editor takes as one
 * input, or `typed`, line by line as from a keyboard.
 */
export type PasteMode = 'whole' | 'typed';

/** dash has no line editor, and so no bracketed paste. */
export const modesOf = (shell: Shell): PasteMode[] => (shell === 'dash' ? ['typed'] : ['whole', 'typed']);

/** Printed after each block. */
const MARK = '--- next step ---';
/** Debian's zsh switches the keypad of the terminal on standard output. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal gets
const KEYPAD = /\x1b(\[\?1[hl]|[=>])/g;
/** Limit of one block, milliseconds. */
const LIMIT = 60_000;

type Pasting = {
  mode: PasteMode;
  env: Record<string, string | undefined>;
  /** The working folder of the shell. */
  cwd: string;
};

export type Pasted = {
  /** Standard output of each block. */
  outputs: string[];
  /** All that the terminal showed: prompts, what was typed, and standard error. */
  screen: string;
};

/**
 * Pastes blocks into an interactive shell in a terminal, each one when the one before it is done, as a person does.
 * @throws Error with the screen when a block does not end, for instance because of an open quote, or the shell is gone
 */
export async function paste(shell: Shell, blocks: string[], { mode, env, cwd }: Pasting): Promise<Pasted> {
  const home = mkdtempSync(join(tmpdir(), 'demarc-terminal-'));
  const output = join(home, 'output');
  writeFileSync(output, '');
  // A zsh without this file begins with questions.
  writeFileSync(join(home, '.zshrc'), '');
  // `script` makes the terminal. Its own log is not needed.
  const terminal = spawn('script', ['-qfec', shells[shell], '/dev/null'], {
    cwd,
    env: { ...process.env, ...env, HOME: home, ZDOTDIR: home, HISTFILE: '', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(terminal, 'close');
  let screen = '';
  terminal.stdout.setEncoding('utf8').on('data', (text) => {
    screen += text;
  });
  const done = async (count: number) => {
    for (const end = Date.now() + LIMIT; Date.now() < end; await sleep(20)) {
      const parts = readFileSync(output, 'utf8').replaceAll(KEYPAD, '').split(`${MARK}\n`);
      if (parts.length > count) return parts;
      if (terminal.exitCode !== null) throw new Error(`${shell} is gone:\n${screen}`);
    }
    throw new Error(`a block does not end in ${shell}:\n${screen}`);
  };
  try {
    // The line editors write to the terminal, and commands to the file.
    terminal.stdin.write(`exec > '${output}'; echo '${MARK}'\r`);
    await done(1);
    for (const [index, block] of blocks.entries()) {
      const keys = block.replaceAll('\n', '\r');
      terminal.stdin.write(mode === 'whole' ? `\x1b[200~${keys}\x1b[201~\r` : keys);
      terminal.stdin.write(`echo '${MARK}'\r`);
      await done(index + 2);
    }
    const outputs = (await done(blocks.length + 1)).slice(1, -1);
    // The screen is whole when the terminal has closed.
    terminal.stdin.write('exit\r');
    await closed;
    return { outputs, screen };
  } finally {
    terminal.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}
