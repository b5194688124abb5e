/** What help and completion read of Commander's commands; only declarations know Commander. */

export interface CommandTree {
  name(): string;
  aliases(): readonly string[];
  summary(): string;
  description(): string;
  usage(): string;
  readonly commands: readonly CommandTree[];
  readonly options: readonly CommandOption[];
  readonly registeredArguments: readonly CommandArgument[];
  createHelp(): { visibleCommands(command: CommandTree): readonly CommandTree[] };
}

export interface CommandOption {
  /** As they are declared: `-n, --limit <count>`. */
  readonly flags: string;
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  readonly description: string;
  readonly hidden: boolean;
  /** Whether it needs a value. */
  readonly required: boolean;
  /** Whether its value is optional. */
  readonly optional: boolean;
  /** Whether the command needs the option. */
  readonly mandatory: boolean;
  readonly argChoices?: readonly string[] | undefined;
  readonly defaultValue?: unknown;
}

interface CommandArgument {
  name(): string;
  readonly description: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly argChoices?: readonly string[] | undefined;
  readonly defaultValue?: unknown;
}
