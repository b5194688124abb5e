// Writes docs/commands.md from the command tree: what `docs help` says of each command, on one page.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

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

Every command with its options, as \`docs help <command>\` shows it. This page is written by \`node tools/commands-doc.js\`; a test keeps
it current. Exit codes and settings are in the [README](../README.md); the shapes of \`--json\` in [json/](json/).

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
const visible = (command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');

/**
 * @param {Command} command
 * @returns {string}
 */
const pathOf = (command) =>
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

/** The source is TypeScript: bundled into a file that is gone afterwards. */
async function loadProgram() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folder = await mkdtemp(join(root, 'node_modules', '.commands-doc-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/program.ts'],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    });
    /** @type {typeof import('../src/program.ts')} */
    const { buildProgram } = await import(pathToFileURL(join(folder, 'program.mjs')).href);
    const host = { stdout: process.stdout, stderr: process.stderr, version: '0.0.0' };
    return buildProgram(/** @type {any} */ ({ host }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = commandsDoc(await loadProgram(), helpText);
  await writeFile(new URL('../docs/commands.md', import.meta.url), page);
}
