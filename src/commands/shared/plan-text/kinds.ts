/** What a plan, its question, its report and `--fail-on` call each kind of change. */
import type { ChangeKind, FailOnKind } from '../../../model/change.ts';
import type { PushDocument } from './document.ts';
import { count } from '../../../model/text/sentences.ts';

interface KindWords {
  /** What there is a number of. Left out: pages. */
  readonly noun?: 'file';
  /** After the number in a plan: `3 pages to create`. */
  readonly planned: string;
  /** In the question before a run, around the number. Left out for what writes nothing. */
  readonly asked?: readonly [verb: string, rest?: string];
  /** After the number in a report: `3 pages created`. */
  readonly done?: string;
}

/** In the order in which questions and reports name them. */
export const KINDS: Readonly<Record<ChangeKind, KindWords>> = {
  delete: { planned: 'to delete', asked: ['delete', ' permanently'], done: 'deleted' },
  create: { planned: 'to create', asked: ['create'], done: 'created' },
  update: { planned: 'to update', asked: ['update'], done: 'updated' },
  publish: { planned: 'to publish', asked: ['publish'], done: 'published' },
  pull: {
    planned: 'changed on the platform only',
    asked: ['write', ' into files'],
    done: 'written into files',
  },
  conflict: { planned: 'in conflict', asked: ['merge'], done: 'merged' },
  unplaced: { noun: 'file', planned: 'that cannot be sent' },
  gone: { planned: 'gone from the platform' },
  orphan: { planned: 'without a file' },
  adopt: { planned: 'the same on both sides', done: 'found unchanged on the platform' },
  unchanged: { planned: 'unchanged' },
};

/** After the number of pages of which only some writes were carried out. */
export const BEGUN = 'written in part';

export const countBegun = ({
  failed,
  skipped,
  unsettled,
}: Pick<PushDocument, 'failed' | 'skipped' | 'unsettled'>): number =>
  new Set([...failed, ...skipped, ...unsettled].flatMap(({ begun, key }) => (begun ? [key] : [])))
    .size;

const ALL = Object.keys(KINDS) as readonly ChangeKind[];

/** The kinds that need a person, in the order of comments. */
export const URGENT: readonly ChangeKind[] = ['conflict', 'unplaced', 'gone', 'delete'];

/** All kinds, in the order of comments. */
export const URGENT_FIRST: readonly ChangeKind[] = [
  ...URGENT,
  ...ALL.filter((kind) => !URGENT.includes(kind)),
];

/** The kinds that a run carries out, in the order of questions and reports. */
export const CARRIED_OUT: readonly ChangeKind[] = ALL.filter((kind) => KINDS[kind].done);

/** The kinds that write something, here or on the platform. */
export const isWritten = (kind: ChangeKind): boolean => KINDS[kind].asked !== undefined;

export const nounOf = (kind: ChangeKind): 'page' | 'file' => KINDS[kind].noun ?? 'page';

/** `3 pages to create` */
export const plannedWords = (kind: ChangeKind, number: number): string =>
  `${count(number, nounOf(kind))} ${KINDS[kind].planned}`;

/** What `--fail-on` found of a kind: `2 pages in conflict` */
export function foundWords(kind: FailOnKind, number: number): string {
  if (kind === 'accident') return `${count(number, 'sign')} of an accident`;
  return kind === 'held' ? `${count(number, 'page')} held back` : plannedWords(kind, number);
}
