/**
 * The message of a run that did nothing. It says that nothing is to do only if files, platform and
 * base agree; otherwise it names the side with changes, and the command that transfers them.
 */
import type { Change, Pull } from '../../../model/change.ts';
import { count, grouped } from '../../../model/text/sentences.ts';
import type { PushDocument } from './document.ts';

type Document = Pick<PushDocument, 'plan' | 'summary' | 'remoteOnly' | 'outOfSight' | 'looked'>;

const NO_PAGES = 'no pages were found';

/** The message if the plan was refused, so that its pages were not compared. */
export const NOT_COMPARED = 'Nothing was compared.';

/** What the run was asked to do. */
export interface RunAsked {
  /** Whether the run sends files. If not, it only writes them. */
  readonly sends: boolean;
  /** Whether pages were named, so that other pages of the platform were not considered. */
  readonly isNamed: boolean;
}

/** The sentence, and the lines below it if it is about more than one thing. */
export interface NothingDone {
  readonly first: string;
  readonly more: readonly string[];
}

export function nothingDone(document: Document, asked: RunAsked): NothingDone {
  const { summary, looked } = document;
  const open = openIn(document, asked);
  const verb = asked.sends ? 'sent' : 'written';
  if (open.length > 1) return { first: `Nothing ${verb}`, more: open };
  if (open.length === 1) return { first: `Nothing ${verb}: ${open[0]}`, more: [] };
  const { unchanged } = summary;
  // The report contains pages that are held back, and the plan shows how to publish them.
  if (summary.publish > 0) return { first: `Nothing ${verb}`, more: [] };
  if (unchanged === 0) return { first: `Nothing to do: ${NO_PAGES}`, more: [] };
  const pages = count(unchanged, 'page');
  if (looked !== 'all')
    return { first: `Nothing to send: ${pages} unchanged since the last push`, more: [] };
  const match = unchanged === 1 ? 'matches' : 'match';
  return { first: `Nothing changed: ${pages} ${match} the platform`, more: [] };
}

/** The differences between files, platform and base, each with the command that helps. */
export function openIn(
  { plan, remoteOnly, outOfSight }: Omit<Document, 'summary' | 'looked'>,
  { sends, isNamed }: RunAsked,
): readonly string[] {
  const those = <Kind extends Change['kind']>(kind: Kind) =>
    plan.filter((change): change is Extract<Change, { kind: Kind }> => change.kind === kind);
  const newer = those('pull').filter(({ taken, newFile }) => !taken && !newFile);
  const drafts = draftsIn(newer);
  const inLock = those('orphan').filter(({ inLock }) => inLock !== false);
  const lost = inLock.filter(({ movedTo }) => movedTo === undefined);
  const moved = inLock.filter(({ movedTo }) => movedTo !== undefined);
  const old = moved.length === 1 ? moved[0]?.key : '<page>';
  const alone = lost.length === 1 ? lost[0]?.key : '<page>';
  const unknown = those('orphan').filter(({ inLock }) => inLock === false);
  const named = unknown.length === 1 ? unknown[0]?.key : '<page>';
  return [
    ...said(outOfSight, 'page', () => 'on the platform could not be located'),
    ...said(
      newer.length,
      'page',
      (is, it) =>
        `${is} newer on the platform${drafts.what}; docs pull writes ${it} here${drafts.how}`,
    ),
    ...(sends
      ? []
      : [
          ...said(
            those('update').length,
            'page',
            (is, it) => `${is} newer here; docs push sends ${it}`,
          ),
          ...said(
            those('create').length,
            'page',
            (is, it) => `${is} only here; docs push creates ${it}`,
          ),
        ]),
    ...said(
      those('gone').length,
      'page',
      (is, it) => `${is} gone from the platform; docs push --recreate creates ${it} again`,
    ),
    ...said(
      lost.length,
      'page',
      (is) => `${is} without a file here; docs pull ${alone} writes it again`,
    ),
    ...said(
      moved.length,
      'page',
      (is, it) =>
        `${is} still at ${it === 'it' ? 'its' : 'their'} old address; docs push --prune ${old} deletes ${it}`,
    ),
    ...said(
      unknown.length,
      'page',
      (is, it) =>
        `${is} still on the platform, although a commit removed ${it === 'it' ? 'its file' : 'their files'}; docs page delete ${named} --force deletes ${it}`,
    ),
    ...said(those('unplaced').length, 'file', () => 'cannot be sent, as said above'),
    ...said(isNamed ? 0 : remoteOnly, 'page', (is, it) =>
      sends
        ? `${is} on the platform only; docs pull creates ${it === 'it' ? 'a file' : 'files'} for ${it}`
        : `${is} on the platform only; a warning says why ${it === 'it' ? 'it gets' : 'they get'} no file`,
    ),
  ];
}

/** The words about drafts among pages with newer changes. */
function draftsIn(newer: readonly Pull[]): { readonly what: string; readonly how: string } {
  const drafts = newer.filter(({ draft }) => draft);
  if (drafts.length === 0) return { what: '', how: '' };
  const [only, other] = newer;
  const some = drafts.length === newer.length ? '' : `${grouped(drafts.length)} of them `;
  const what = `${some}${drafts.length === 1 ? 'a draft' : 'drafts'}, held back`;
  const how = other ? '<page> publishes a draft' : `${only?.key} publishes it`;
  return { what: `, ${what}`, how: `, docs page publish ${how}` };
}

type Words = (is: 'is' | 'are', it: 'it' | 'them') => string;

const said = (number: number, noun: string, words: Words): readonly string[] =>
  number === 0
    ? []
    : [`${count(number, noun)} ${number === 1 ? words('is', 'it') : words('are', 'them')}`];

/**
 * The words after the number of unchanged pages. Empty if a read or a date proves that each is
 * unchanged.
 */
export const asFarAsKnown = (
  unchanged: number,
  looked: PushDocument['looked'] | undefined,
): string => {
  if (looked === undefined || looked === 'all') return '';
  return unchanged === 1 ? ', as far as its date tells' : ', as far as their dates tell';
};
