import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { curlCommand } from '../../components/forms/curl-command.ts';
import { isShellThere, modesOf, paste, shellNames } from './pasted.ts';

/** The Markdown files of the project, and their blocks for a shell. */
const blocks = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^( *)```sh\b[^\n]*\n(.*?)^ *```$/gms)].map(
      ([, indent = '', text = ''], index) => ({
        name: `${file}, block ${index + 1}`,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  );

/** A block without its here-documents and quoted text, which a shell takes as they are. */
const bare = (text: string) =>
  text
    .replaceAll(/<<-?'?(\w+)'?(.*?)^\1$/gms, '$2')
    .replaceAll(/'[^']*'/g, 'Q')
    .replaceAll(/"(\\.|[^"\\])*"/gs, 'Q');

test('the blocks are found', () => {
  expect(blocks.length).toBeGreaterThan(80);
});

describe.each(blocks)('$name', ({ text }) => {
  test('has no comment, which zsh takes as arguments, and no tab, which completes', () => {
    expect(bare(text).match(/(^|\s)#.*/gm)).toBeNull();
    expect(text).not.toContain('\t');
  });

  test('has no exclamation mark that recalls an old command', () => {
    expect(text.replaceAll(/'[^']*'/g, 'Q').match(/![^\s=(].*/)).toBeNull();
  });

  test.each(shellNames.filter(isShellThere))('is complete for %s', (shell) => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: text, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe.each(shellNames.filter(isShellThere))('the curl command of the portal, pasted into %s', (shell) => {
  test.each(modesOf(shell))('has the request unchanged, %s', async (mode) => {
    const body = {
      planName: `Ann's "$HOME" \`id\` !! !important plan # 1`,
      note: `a\nb\tc \\ \${x} $(id) %s [a-z]* ? ~ = =ls`,
      list: [{ name: '!$' }, '!-1'],
    };
    const command = curlCommand(
      { method: 'POST', path: '/v1/plans', query: { q: 'a & b!', 'metadata[k]': '*' }, body },
      { origin: 'http://localhost:3000', secret: '$DEMARC_ACCESS_SECRET', idempotencyKey: 'k-1' },
    );
    const env = { DEMARC_ACCESS_ID: 'the-id', DEMARC_ACCESS_SECRET: 'the-secret' };
    // In place of curl: the arguments as JSON.
    const shown = command.replace(/^curl/, `node -p 'JSON.stringify(process.argv.slice(1))' --`);
    const { outputs, screen } = await paste(shell, [`${shown}\n`], { mode, cwd: '/', env });
    const args: string[] = JSON.parse(outputs[0] || '[]');
    expect(args.slice(0, 3), screen).toEqual([
      '-X',
      'POST',
      'http://localhost:3000/v1/plans?q=a+%26+b%21&metadata%5Bk%5D=*',
    ]);
    expect(args.filter((arg) => /^[XI]/.test(arg))).toEqual([
      'X-Access-Id: the-id',
      'X-Access-Secret: the-secret',
      'Idempotency-Key: k-1',
    ]);
    expect(JSON.parse(args.at(-1) ?? '')).toEqual(body);
  });
});
