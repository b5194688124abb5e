// man/docs.1, the manual page of the system, from the command tree and the topics of help.
import { helpText, pathOf, visible } from './commands-doc.js';

/** @typedef {import('commander').Command} Command */
/** @typedef {import('../src/commands/help/topics.ts').Topic} Topic */
/** @typedef {readonly [term: string, meaning: string]} Item */

/** The topics in the order and with the headings that manual pages have. */
const SECTIONS = /** @type {const} */ ([
  ['exit-codes', 'EXIT STATUS'],
  ['environment', 'ENVIRONMENT'],
  ['files', 'FILES'],
  ['layouts', 'LAYOUTS OF FOLDERS'],
]);

/**
 * The page, in the macros of man(7). It has no date: the same source makes the same page.
 *
 * @param {Command} program
 * @param {readonly Topic[]} topics
 * @param {string} version
 */
export function manPage(program, topics, version) {
  const help = program.createHelp();
  return [
    `.\\" Written by tools/man-page.js from the command tree.`,
    `.TH DOCS 1 "" "docs ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'docs \\- keep pages and API definitions in step with a documentation platform',
    '.SH SYNOPSIS',
    `.B docs`,
    roff(program.usage()),
    '.SH DESCRIPTION',
    roff(program.description()),
    '.SH OPTIONS',
    'Every command takes these options.',
    ...items(optionsOf(program)),
    '.SH COMMANDS',
    ...visible(program).flatMap((command) => commandParts(command)),
    ...SECTIONS.flatMap(([name, heading]) =>
      [`.SH "${heading}"`].concat(topicParts(topics.find((topic) => topic.name === name))),
    ),
    '.SH "SEE ALSO"',
    '.BR git (1)',
    '',
  ].join('\n');

  /**
   * @param {Command} command
   * @returns {string[]}
   */
  function commandParts(command) {
    const children = visible(command);
    if (children.length > 0) return children.flatMap((child) => commandParts(child));
    const synopsis = help.commandUsage(command);
    const terms = help
      .visibleArguments(command)
      .map(
        (each) => /** @type {Item} */ ([help.argumentTerm(each), help.argumentDescription(each)]),
      );
    return [
      `.SS "${roff(pathOf(command))}"`,
      `.B "${roff(synopsis)}"`,
      '.PP',
      roff(help.commandDescription(command)),
      ...items([...terms, ...optionsOf(command)]),
      ...literal(notesOf(command)),
    ];
  }

  /** @param {Command} command */
  function optionsOf(command) {
    return help
      .visibleOptions(command)
      .filter(({ long }) => command === program || long !== '--help')
      .map((each) => /** @type {Item} */ ([help.optionTerm(each), help.optionDescription(each)]));
  }
}

/** What help says of a command below its options, but for the line that all have. @param {Command} command */
const notesOf = (command) =>
  helpText(command)
    .slice(command.helpInformation().length)
    .replace(/\nOptions that every command takes: .*\n$/, '')
    .trim();

/** @param {Topic | undefined} topic */
const topicParts = (topic) =>
  (topic?.parts ?? []).flatMap((part) =>
    typeof part === 'string' ? ['.PP', roff(part)] : items(part),
  );

/** @param {readonly Item[]} list */
const items = (list) =>
  list.flatMap(([term, meaning]) => ['.TP', `.B "${roff(term)}"`, roff(meaning)]);

/** Lines as they are. @param {string} text */
const literal = (text) => (text === '' ? [] : ['.PP', '.nf', ...text.split('\n').map(roff), '.fi']);

/**
 * Text of a line: nothing in it is a request, an escape or the end of an argument.
 *
 * @param {string} text
 */
function roff(text) {
  const escaped = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/\P{ASCII}/gu, (char) => `\\[u${hex(char)}]`);
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

/** @param {string} char */
const hex = (char) => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
