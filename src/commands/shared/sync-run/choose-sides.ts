import type { Context } from '../../../context.ts';
import type { Conflict } from '../../../model/change.ts';
import { Failure } from '../../../model/failure.ts';
import { type PageKey, withSlug } from '../../../model/ids.ts';
import { isMergeable, withChoices, isUndecided } from '../../../sync/engine.ts';
import type { ConflictPolicy, Prepared, SyncDeps } from '../../../sync/engine.ts';
import { count } from '../../../model/text/sentences.ts';
import type { Style } from '../../../ui/style.ts';
import { urlChange } from '../plan-text/groups.ts';
import { diffView, compare } from './page-diffs.ts';

/** What the command may do besides leaving a page as it is. */
interface Ways {
  /** Page files may be written. */
  readonly files: boolean;
  /** Files may win. */
  readonly send: boolean;
}

type Choice = ConflictPolicy | 'each';

/** About a screenful. For longer texts, the user is sent to `docs diff`. */
const MAX_LINES = 60;

/**
 * Asks about each page that both sides changed, with both texts on the screen, and resolves to the
 * plan with these choices. Nothing is written. Rejects with `declined` if the answer is to stop.
 */
export async function chooseSides(
  context: Context,
  prepared: Prepared,
  deps: SyncDeps,
  ways: Ways,
): Promise<Prepared> {
  const choices = new Map<PageKey, ConflictPolicy>();
  const tried = new Set<PageKey>();
  let decided = prepared;
  const both = prepared.plan.changes.some(
    (change) => isMergeable(change) && isUndecided(change, prepared.options),
  );
  if (!ways.files && both)
    context.ui.say('docs sync can also merge both, or take the platform’s text.\n');
  for (;;) {
    const open = decided.plan.changes
      .filter((change) => change.kind === 'conflict')
      .filter((change) => isUndecided(change, decided.options));
    if (open.length === 0) return decided;
    for (const { key } of open) {
      if (choices.get(key) === 'merge') {
        tried.add(key);
        context.ui.say(
          `${key} cannot be merged: its file has a draft and a published text; choose one side.`,
        );
      }
    }
    await askAll(open, { context, prepared, deps, ways, tried }, choices);
    decided = await withChoices(prepared, choices, deps);
  }
}

interface Scene {
  readonly context: Context;
  readonly prepared: Prepared;
  readonly deps: SyncDeps;
  readonly ways: Ways;
  /** Pages that are known to be impossible to merge. */
  readonly tried: ReadonlySet<PageKey>;
}

async function askAll(
  open: readonly Conflict[],
  scene: Scene,
  choices: Map<PageKey, ConflictPolicy>,
): Promise<void> {
  // Without lock and git, all pages may conflict for the same reason, so they are asked about together.
  const strangers = open.filter(({ group }) => group === 'no-base');
  const all = strangers.length > 1 ? await askTogether(strangers, scene) : 'each';
  for (const change of open) {
    const chosen = all !== 'each' && change.group === 'no-base' ? all : undefined;
    choices.set(change.key, chosen ?? (await askAbout(change, scene)));
  }
}

async function askTogether(pages: readonly Conflict[], scene: Scene): Promise<Choice> {
  const { ways } = scene;
  return ask(scene.context, `${count(pages.length, 'page')}: which text is right?`, [
    ...(ways.send ? [{ value: 'ours' as const, name: 'the files, for all of them' }] : []),
    ...(ways.files
      ? [{ value: 'theirs' as const, name: 'the platform, for all of them: the files are written' }]
      : []),
    { value: 'each', name: 'ask about each' },
    { value: 'skip', name: 'skip them and do the rest' },
    STOP,
  ]);
}

async function askAbout(change: Conflict, scene: Scene): Promise<ConflictPolicy> {
  const { context, prepared, deps } = scene;
  const { key } = change;
  const progress = context.ui.progress('Reading both texts');
  const page = await compare(prepared, deps, change).finally(() => progress.stop());
  context.ui.say((style) => `${cut(diffView([page], style), key, style)}\n`);
  const choice = await ask(context, `${key}: which is right?`, waysFor(change, scene));
  return choice === 'each' ? 'skip' : choice;
}

interface Offer {
  readonly value: Choice;
  readonly name: string;
}

const LEAVE: Offer = { value: 'skip', name: 'skip it' };
const STOP: Offer = { value: 'stop', name: 'stop without changing anything' };

/** What the file's side does, by the fields in conflict: a title and a slug have no draft. */
function oursOf({ group, key, fields }: Conflict, { rows }: Prepared): string {
  if (group === 'gone-but-edited') return 'the file: the page is created again';
  const row = rows.find((each) => each.key === key);
  const from =
    row?.remote && fields.includes('slug') ? withSlug(row.formerKey, row.remote.slug) : null;
  const says = [
    ...(fields.includes('body') ? ['it replaces the draft'] : []),
    ...(fields.includes('title') ? ['the title changes at once'] : []),
    ...(from === null ? [] : [urlChange(from, row?.remote?.stored.published !== null)]),
  ];
  return `the file: ${says.join('; ')}`;
}

function waysFor(change: Conflict, { prepared, ways, tried }: Scene): Offer[] {
  const { group, key } = change;
  if (group === 'deleted-but-edited') return [LEAVE, STOP];
  const isGone = group === 'gone-but-edited';
  const ours = oursOf(change, prepared);
  const merges = ways.files && isMergeable(change) && !tried.has(key);
  return [
    ...(ways.send ? [{ value: 'ours' as const, name: ours }] : []),
    ...(ways.files && !isGone
      ? [{ value: 'theirs' as const, name: 'the platform: it replaces the text of the file' }]
      : []),
    ...(merges
      ? [{ value: 'merge' as const, name: 'both: merge them, marking lines that both changed' }]
      : []),
    LEAVE,
    STOP,
  ];
}

/** Asks one question. The default is harmless: Return leaves the page as it is. */
async function ask(context: Context, message: string, choices: Offer[]): Promise<Choice> {
  const choice = await context.ui.ask(
    (prompts, on) => prompts.select<Choice>({ message, choices, default: 'skip' }, on),
    'Give --ours or --skip-conflicts',
  );
  if (choice === 'stop') throw new Failure('declined', 'Nothing was changed.');
  return choice;
}

function cut(text: string, key: PageKey, style: Style): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_LINES) return text;
  const rest = `${count(lines.length - MAX_LINES, 'more line')}: docs diff ${key}`;
  return [...lines.slice(0, MAX_LINES), style.dim(style.text(rest))].join('\n');
}
