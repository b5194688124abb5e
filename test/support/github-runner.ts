/** What a runner of GitHub Actions takes for commands in the output of a step. */

/** The commands that it obeys. A word stops it from obeying until it comes again. */
export function obeyed(log: string): string[] {
  const found: string[] = [];
  let until: string | null = null;
  for (const line of log.split(/\r\n|\r|\n/)) {
    const command = line.trim();
    if (until !== null) {
      if (command === `::${until}::`) until = null;
      continue;
    }
    const [, word] = /^::stop-commands::(.+)$/.exec(command) ?? [];
    if (word !== undefined) until = word;
    else if (command.startsWith('::') || line.includes('##[')) found.push(line);
  }
  return found;
}
