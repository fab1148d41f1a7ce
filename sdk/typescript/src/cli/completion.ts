import { type Command, common, UsageError } from './command.ts';
import { profiles } from './settings.ts';

/** The scripts request the candidates from the command, so they need no update with it. */
const scripts = {
  bash: `# demarc completion bash > ~/.local/share/bash-completion/completions/demarc
_demarc() {
  local IFS=$'\\n'
  COMPREPLY=($(demarc complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _demarc demarc
`,
  zsh: `#compdef demarc
# demarc completion zsh > a file _demarc in a folder of $fpath, or: source <(demarc completion zsh)
_demarc() {
  local -a found
  found=("\${(@f)$(demarc complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
if [[ "\${funcstack[1]}" = _demarc ]]; then _demarc "$@"; else compdef _demarc demarc; fi
`,
  fish: `# demarc completion fish > ~/.config/fish/completions/demarc.fish
complete -c demarc -f -a '(demarc complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c demarc -n '__fish_seen_subcommand_from fixtures' -F
`,
} as const;

const shells = Object.keys(scripts);

export const completion: Command = {
  usage: 'completion bash|zsh|fish',
  summary: 'Prints the script that completes the commands of demarc in a shell.',
  details: `
In bash: source <(demarc completion bash). In zsh: source <(demarc completion zsh), after compinit. In fish:
demarc completion fish | source. The first line of each script names the file to keep it in.`,
  words: shells,
  async run(given, io) {
    const [shell, ...more] = given.positionals;
    if (shell === undefined || more.length > 0 || !Object.hasOwn(scripts, shell))
      throw new UsageError('The command is demarc completion bash, zsh or fish.');
    const script = scripts[shell as keyof typeof scripts];
    io.result(script.trimEnd(), { shell, script });
  },
};

/**
 * What can stand in the place of the last word.
 * @param words those after `demarc`, up to the cursor; the last one may be empty
 */
export function candidates(commands: Readonly<Record<string, Command>>, words: readonly string[]): string[] {
  const [name = '', ...rest] = words;
  const last = rest.at(-1);
  if (last === undefined) return startingWith(Object.keys(commands), name);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return [];
  const options = { ...command.options, ...common };
  const before = rest.at(-2);
  const option = before?.startsWith('--') ? before.slice(2) : undefined;
  if (option !== undefined && options[option]?.type === 'string') {
    if (option === 'profile') return startingWith(profiles(), last);
    // A list of names: the last of them is completed.
    const given = last.replace(/[^,]*$/, '');
    return startingWith(
      [...(command.values?.[option]?.() ?? [])].map((value) => `${given}${value}`),
      last,
    );
  }
  if (last.startsWith('-'))
    return startingWith(
      Object.keys(options).map((each) => `--${each}`),
      last,
    );
  return rest.length === 1 ? startingWith(command.words ?? [], last) : [];
}

function startingWith(values: readonly string[], start: string): string[] {
  return values.filter((value) => value.startsWith(start));
}
