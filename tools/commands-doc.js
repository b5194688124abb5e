// docs/commands.md, from the command tree: what `docs help` says of each command, on one page.

/** @typedef {import('commander').Command} Command */

/**
 * The page. `program` prints its help to `write`, 80 columns wide.
 *
 * @param {Command} program
 * @param {(command: Command) => string} helpOf
 */
export function commandsDoc(program, helpOf) {
  const parts = visible(program).flatMap((command) => sections(command, helpOf));
  return `# Commands

Every command with its options, as \`docs help <command>\` shows it. Exit codes and settings are in the [manual](../manual/docs/current/manual/exit-codes.md); the shapes of \`--json\` in [json/](json/).

\`\`\`text
${helpOf(program).trimEnd()}
\`\`\`

${parts.join('\n')}`;
}

/**
 * @param {Command} command
 * @param {(command: Command) => string} helpOf
 * @returns {string[]}
 */
function sections(command, helpOf) {
  const children = visible(command);
  const title = pathOf(command);
  const level = '#'.repeat(title.split(' ').length);
  const own = `${level} ${title}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`;
  return [own, ...children.flatMap((child) => sections(child, helpOf))];
}

/** @param {Command} command */
export const visible = (command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');

/**
 * @param {Command} command
 * @returns {string}
 */
export const pathOf = (command) =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** The whole help of a command, with what follows its options. @param {Command} command */
export function helpText(command) {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text;
}
