import { Command, Help, InvalidArgumentError, Option } from 'commander';
import type { Flags } from './config/config.ts';
import type { Context } from './context.ts';
import { parseDuration } from './model/time.ts';
import { wrapLines } from './ui/width.ts';
import { accessCommand } from './commands/access/access.ts';
import { refuseRepeats } from './commands/arguments.ts';
import { apiCommand } from './commands/api/api.ts';
import { auditCommand } from './commands/audit/audit.ts';
import { buildCommand } from './commands/build/build.ts';
import { changelogCommand } from './commands/changelog/changelog.ts';
import { checkCommand } from './commands/check/check.ts';
import { COMPLETE, completeCommand, completionCommand } from './commands/completion/completion.ts';
import { configCommand } from './commands/config/config.ts';
import { devCommand } from './commands/dev/dev.ts';
import { demoCommand } from './commands/demo/demo.ts';
import { diffCommand } from './commands/sync/diff.ts';
import { exportCommand } from './commands/export/export.ts';
import { fmtCommand } from './commands/fmt/fmt.ts';
import { helpCommand, isCalled, topicList } from './commands/help/help.ts';
import type { Called } from './commands/help/usage-failure.ts';
import { importCommand } from './commands/import/import.ts';
import { initCommand } from './commands/init/init.ts';
import { linksCommand } from './commands/inventory/links.ts';
import { listCommand } from './commands/inventory/list.ts';
import { reportCommand } from './commands/inventory/report.ts';
import { lspCommand } from './commands/lsp/lsp.ts';
import { loginCommand } from './commands/keys/login.ts';
import { logoutCommand } from './commands/keys/logout.ts';
import { moveCommand } from './commands/move/move.ts';
import { openCommand } from './commands/open/open.ts';
import { pageCommand } from './commands/page/page.ts';
import { platformCommand } from './commands/platform/platform.ts';
import { pullCommand } from './commands/sync/pull.ts';
import { pushCommand } from './commands/sync/push.ts';
import { refCommand } from './commands/ref/ref.ts';
import { reviewCommand } from './commands/review/review.ts';
import { searchCommand } from './commands/search/search.ts';
import { statusCommand } from './commands/sync/status.ts';
import { syncCommand } from './commands/sync/sync.ts';
import { usersCommand } from './commands/users/users.ts';
import { versionCommand } from './commands/version/version.ts';
import { whoamiCommand } from './commands/keys/whoami.ts';

/**
 * Every command, in the order of help. A command's module loads fast: it names options, and its
 * action imports the code that does the work, so that `--help` loads nothing else.
 */
const GROUPS: readonly (readonly [heading: string, readonly ((context: Context) => Command)[]])[] =
  [
    [
      'This folder and the platform:',
      [pushCommand, pullCommand, syncCommand, statusCommand, diffCommand, reviewCommand],
    ],
    [
      'Offline:',
      [devCommand, buildCommand, checkCommand, fmtCommand, lspCommand, moveCommand, importCommand],
    ],
    [
      'The platform:',
      [
        listCommand,
        pageCommand,
        refCommand,
        changelogCommand,
        versionCommand,
        reportCommand,
        linksCommand,
        searchCommand,
        openCommand,
        exportCommand,
        apiCommand,
      ],
    ],
    ['People:', [accessCommand, usersCommand, auditCommand]],
    ['The platform on this machine:', [demoCommand, platformCommand]],
    [
      'Settings and help:',
      [initCommand, loginCommand, logoutCommand, whoamiCommand, configCommand, completionCommand],
    ],
  ];

/** The fewest columns for a description that is next to its term. */
const NARROWEST = 28;

/** The command tree. Parsing it runs a command; usage errors and help reject with `CommanderError`. */
export function buildProgram(context: Context): Command {
  const { host } = context;
  const program = new Command('docs')
    .description(
      'Keeps folders of pages and OpenAPI definitions in step with DeveloperHub, a documentation platform; also with older deployments of it.',
    )
    .usage('<command> [options]')
    .version(host.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureHelp({
      // With Commander's default of 40, descriptions are not wrapped in terminals of 60 columns.
      minWidthToWrap: NARROWEST,
      // If a term is too long for a description next to it, the description is below.
      formatItem(term, termWidth, description, helper) {
        const width = helper.helpWidth ?? 80;
        if (description === '' || width - termWidth - 4 >= NARROWEST) {
          return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
        }
        const lines = helper.boxWrap(description, width - 6).split('\n');
        return `  ${term}\n${lines.map((line) => `      ${line}`).join('\n')}`;
      },
      // An option that is off or empty by default does not need "(default: false)".
      optionDescription(option) {
        const { defaultValue } = option as { defaultValue: unknown };
        const isNothing =
          defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
        return Help.prototype.optionDescription.call(this, isNothing ? quiet(option) : option);
      },
    })
    .configureOutput({
      writeOut: (text) => host.stdout.write(wrapHelp(text, host.stdout.columns)),
      // The help of a group without a verb. With --json, main puts it into its document.
      writeErr: (text) => globalFlags(program).json || host.stderr.write(text),
      // Usage errors reach main as exceptions and are printed there.
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(host.stdout.columns ?? 80, 100),
      getOutHasColors: () => false,
    });
  for (const option of globalOptions()) program.addOption(option);
  refuseRepeats(program);

  for (const [heading, commands] of GROUPS) {
    for (const command of commands) add(program, command(context).helpGroup(heading));
  }
  add(program, helpCommand(context, program).helpGroup('Settings and help:'));
  program.addHelpText('after', `\n${topicList()}`);
  const complete = completeCommand(context, program).copyInheritedSettings(program);
  program.addCommand(complete, { hidden: true });
  return program;
}

/** Breaks examples and other lines that Commander did not write, if the terminal is narrower. */
const wrapHelp = (text: string, width = Number.POSITIVE_INFINITY): string =>
  text
    .split('\n')
    .map((line) => wrapLines(line, width, line.startsWith('  $ ') ? EXAMPLE_HANG : 0))
    .join('\n');

const EXAMPLE_HANG = 6;

const quiet = (option: Option): Option =>
  Object.assign(new Option(option.flags, option.description), option, { defaultValue: undefined });

/**
 * Adds a command. Without `copyInheritedSettings`, a subcommand would end the process by itself.
 */
function add(parent: Command, command: Command): void {
  inherit(command, parent);
  parent.addCommand(command);
}

function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent).helpCommand(false);
  refuseRepeats(command);
  if (command.commands.length === 0) {
    command.addHelpText('after', '\nOptions that every command takes: docs --help');
    return;
  }
  for (const child of command.commands) inherit(child, command);
  command.usage('<command> [options]');
}

function globalOptions(): Option[] {
  const option = (flags: string, description: string): Option =>
    new Option(flags, description).helpGroup('Options of every command:');
  return [
    option('--profile <name>', 'use this profile of the config file'),
    option('--config <file>', 'use this config file'),
    option('--base-url <url>', 'address of the platform'),
    option('--json', 'print the result as JSON, and nothing else; --verbose adds messages'),
    option('-q, --quiet', 'print results, warnings and errors only'),
    option('-v, --verbose', 'print a line for each request'),
    option('--no-color', 'no colours'),
    option('--no-input', 'never ask'),
    option('-y, --yes', 'answer yes to every question'),
    option(
      '--timeout <duration>',
      'longest time for one answer, such as 30s; of a download, without a byte',
    ).argParser(duration),
    option('--max-wait <duration>', 'longest wait for rate limits, such as 15m').argParser(
      duration,
    ),
  ];
}

/** Whether a call needs the `Ui`: all do, except the completion of a word while a person is typing. */
export const wantsUi = (called: Command): boolean => called.name() !== COMPLETE;

/**
 * Whether a call only reads and computes. Signals then keep ending the process: such a call leaves
 * nothing half done, and JavaScript receives no signals while it computes.
 */
export function onlyComputes(called: Command): boolean {
  const { fix, check, diff } = called.opts<{ fix?: boolean; check?: boolean; diff?: boolean }>();
  if (called.name() === 'check') return fix !== true;
  if (called.name() === 'diff') return called.parent?.name() === 'ref';
  return called.name() === 'fmt' && (check === true || diff === true);
}

/** The command that was called, as far as it is known. */
export function calledCommand(program: Command): Called {
  const names = ['docs'];
  let command = program;
  for (const word of program.args) {
    const next = command.commands.find((each) => isCalled(each, word));
    if (next === undefined) break;
    command = next;
    names.push(word);
  }
  return { name: names.join(' '), command };
}

/** The global options as they were given, before or after the command's name. */
export function globalFlags(program: Command): Flags {
  const given = program.opts<Partial<Flags>>();
  return {
    ...given,
    json: given.json ?? false,
    quiet: given.quiet ?? false,
    verbose: given.verbose ?? false,
    color: given.color ?? true,
    input: given.input ?? true,
    yes: given.yes ?? false,
  };
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined)
    throw new InvalidArgumentError('Write a number and ms, s, m, h or d, such as 30s.');
  return ms;
}
