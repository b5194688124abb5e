import type { Command } from 'commander';

export interface Called {
  /** Its words: `access grant`. */
  readonly name: string;
  readonly command: Command;
}

/** Every command that can be called. */
export function commandsOf(parent: Command, words: readonly string[] = []): Called[] {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    return command.commands.length > 0
      ? commandsOf(command, path)
      : [{ name: path.join(' '), command }];
  });
}
