import * as v from 'valibot';
import { described, document, int, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

const choices = described(
  v.nullable(v.array(v.string())),
  'The values that it takes; null if it is not limited to some.',
);

const byDefault = described(
  v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
  'The value if it is not given; null if there is none.',
);

const helpArgument = v.strictObject({
  name: text(),
  description: text(),
  required: v.boolean(),
  variadic: described(v.boolean(), 'Whether it may be given several times.'),
  choices,
  default: byDefault,
});

const helpOption = v.pipe(
  v.strictObject({
    flags: text('As help shows them.'),
    long: v.nullable(text('Such as --format.')),
    short: v.nullable(text('Such as -n.')),
    description: text(),
    value: described(
      v.picklist(['none', 'optional', 'required']),
      'Whether a value follows the option.',
    ),
    required: described(v.boolean(), 'Whether the command needs it.'),
    choices,
    default: byDefault,
  }),
  v.title('option'),
);
export type HelpOption = Printed<typeof helpOption>;

const helpCommand = v.strictObject({
  name: text('As it is typed, with `docs`.'),
  aliases: described(v.array(v.string()), 'Other names for its last word.'),
  summary: text(),
  description: text(),
  usage: text('What follows its name.'),
  arguments: v.array(helpArgument),
  options: described(v.array(helpOption), 'Its own; `options` of the document come on top.'),
});
export type HelpCommand = Printed<typeof helpCommand>;

const exitCode = v.strictObject({
  code: int(),
  meaning: text(),
  errors: described(v.array(v.string()), 'Values of `error.code` with which a run ends so.'),
});
export type HelpExitCode = Printed<typeof exitCode>;

export const helpSchema = document(
  'help',
  'docs help --json',
  'Commands with their arguments and options, and what exit codes mean.',
  v.strictObject({
    version: text('Of the tool.'),
    options: described(v.array(helpOption), 'Options that every command takes.'),
    commands: described(
      v.array(helpCommand),
      'The commands that were asked for; without names, all. Groups are left out.',
    ),
    exitCodes: v.array(exitCode),
  }),
);
export type HelpReport = Printed<typeof helpSchema>;
