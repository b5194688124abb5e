import { relative, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import type { DefinitionChange } from '../../definitions/diff/changes.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../model/text/sentences.ts';
import { placeIn } from '../../system/files/path.ts';
import type { View } from '../../ui/ui.ts';
import {
  ACCEPTED,
  AcceptedChanges,
  type AcceptedChange,
  entryFor,
  writeAccepted,
} from '../shared/definition-changes/accepted.ts';
import { changeSentence } from '../shared/definition-changes/rows.ts';
import { type ReferenceOptions, shown } from '../shared/definition-files/wanted-definitions.ts';
import { isFile } from '../shared/named-files/input.ts';
import { compareOne } from './diff/compared-sides.ts';
import type { AcceptReport } from './document.ts';
import { ReferenceIndex } from './reference-index.ts';

export interface AcceptOptions extends ReferenceOptions {
  readonly against?: string;
  readonly in?: string;
  readonly reason?: string;
}

/**
 * Accepts the breaking changes of a definition, all for one reason. Writes only the project's list.
 * Rejects with `usage` if the definition is not a file of the project, or if there is no reason and
 * nobody who could give it.
 */
export async function acceptChanges(
  context: Context,
  named: string,
  options: AcceptOptions,
): Promise<void> {
  const { host, ui } = context;
  const project = await context.folder();
  const file = resolve(host.cwd, named);
  await requireFile(project.root, file, named);
  const list = await AcceptedChanges.read(project);
  const { diff, sides } = await compareOne(context, named, {
    ...options,
    draft: false,
    index: () => ReferenceIndex.read(context),
    accepted: list,
  });
  const open = diff.changes.filter(
    ({ severity, accepted }) => severity === 'breaking' && accepted === null,
  );
  // Compared with another definition than the published one, an entry may still be needed.
  const removed = options.against === undefined ? list.unmet : [];
  const kept = list.entries.filter((entry) => !removed.includes(entry));
  const reason = open.length === 0 ? '' : await reasonFor(context, open, options);
  const accepted = open.map((change) =>
    entryFor({ root: project.root, file }, sides, change, reason),
  );
  if (accepted.length + removed.length > 0) await writeAccepted(project, [...kept, ...accepted]);
  await ui.result<AcceptReport>(
    { file: ACCEPTED, accepted, removed: [...removed], kept: kept.length },
    resultView(shown(context, file)),
  );
}

async function requireFile(root: string, file: string, named: string): Promise<void> {
  if (!(await isFile(file)))
    throw new Failure('usage', `There is no file "${named}".`, {
      hint: 'Name the file of a definition: docs ref accept openapi/petstore.yaml',
    });
  if ('problem' in placeIn(root, relative(root, file)))
    throw new Failure('usage', `"${named}" is not in the project, whose list it would be in.`, {
      hint: 'Run docs ref accept in the project of the definition',
    });
}

/** Shows what would be accepted, and asks why. */
async function reasonFor(
  { ui }: Context,
  changes: readonly DefinitionChange[],
  { reason }: AcceptOptions,
): Promise<string> {
  const given = reason?.trim();
  if (given !== undefined && given !== '') return given;
  const hint = "Say why, with --reason: --reason 'No client calls it any more'";
  if (given === '') throw new Failure('usage', 'The reason is empty.', { hint });
  ui.say((style) =>
    changes
      .map((change) => `  ${style.text(`${changeSentence(change)} [${change.rule}]`)}`)
      .join('\n'),
  );
  const text = await ui.ask(
    (prompts, terminal) =>
      prompts.input(
        {
          message: `Why is ${changes.length === 1 ? 'this change' : `each of these ${changes.length} changes`} accepted?`,
          validate: (typed) => typed.trim() !== '' || 'Write a reason, or stop with Ctrl-C',
        },
        terminal,
      ),
    hint,
    'Nothing was accepted.',
  );
  return text.trim();
}

const lineOf = ({ change: message, rule, ...entry }: AcceptedChange): string =>
  `${changeSentence({ ...entry, message })} [${rule}]`;

const resultView =
  (file: string): View<AcceptReport> =>
  ({ accepted, removed }, style) => {
    const lines = accepted.map((entry) => `  ${style.text(lineOf(entry))}`);
    const gone =
      removed.length === 0
        ? []
        : [
            `${removed.length === 1 ? '1 entry' : `${removed.length} entries`} removed from ${ACCEPTED}`,
          ];
    if (accepted.length === 0)
      return gone[0] ?? `${style.text(file)}: nothing breaks clients that is not accepted already`;
    return [
      `${style.green('✔')} ${count(accepted.length, 'breaking change')} of ${style.text(file)} accepted in ${ACCEPTED}:`,
      ...lines,
      ...gone,
    ].join('\n');
  };
