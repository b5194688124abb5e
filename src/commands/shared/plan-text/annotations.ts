/** Annotations on GitHub Actions for changes that need a person, at their files. */
import type { Conflict, Plan } from '../../../model/change.ts';
import { groupBy } from '../../../model/group-by.ts';
import { count } from '../../../model/text/sentences.ts';
import type { Annotation } from '../../../ui/ui.ts';

interface NotApplied {
  readonly change: { readonly key: string | null; readonly file?: string | null };
  readonly reason: string;
}

const CONFLICTS: Readonly<Record<Conflict['group'], string>> = {
  diverged: 'was changed here and on the platform',
  'no-base': 'is different on both sides, and no common base is known',
  'gone-but-edited': 'was edited here, but deleted on the platform',
  'deleted-but-edited': 'has no file and was changed on the platform',
};

export const planAnnotations = ({ changes }: Plan): Annotation[] => [
  ...byReason(
    changes.flatMap((change) => {
      if (change.kind !== 'unplaced') return [];
      const { file, line, reason } = change;
      return [{ place: { file, line }, reason, message: reason }];
    }),
  ),
  ...changes.flatMap((change): Annotation[] => {
    if (change.kind !== 'conflict') return [];
    const message = `${change.key} ${CONFLICTS[change.group]}: ${change.fields.join(', ')}`;
    return [{ severity: 'error', place: placeIn(change.file), message }];
  }),
  ...newer(changes),
];

/** One for all pages that only the platform changed: GitHub shows ten per step. */
function newer(changes: Plan['changes']): Annotation[] {
  const [first, ...others] = changes.flatMap((change) =>
    change.kind === 'pull' && !change.taken && !change.newFile ? change : [],
  );
  if (!first) return [];
  const { key, file, fields } = first;
  const more =
    others.length === 0 ? '' : `\nThe same holds for ${count(others.length, 'more page')}.`;
  const message = `${key} is newer on the platform, and was not sent: ${fields.join(', ')}${more}`;
  return [{ severity: 'warning', place: { file }, message }];
}

export const failureAnnotations = (failed: readonly NotApplied[]): Annotation[] =>
  byReason(
    failed.map(({ change: { key, file }, reason }) => ({
      place: placeIn(file),
      reason,
      message: `${key ?? ''}: ${reason}`,
    })),
  );

const placeIn = (file: string | null | undefined): Annotation['place'] =>
  file === null || file === undefined ? undefined : { file };

interface Reasoned extends Pick<Annotation, 'message' | 'place'> {
  readonly reason: string;
}

/** One annotation for each reason, at the first of its files: GitHub shows ten per step. */
const byReason = (items: readonly Reasoned[]): Annotation[] =>
  [...groupBy(items, ({ reason }) => reason).values()].flatMap((same) => {
    const others = new Set(same.map(({ place }) => place?.file)).size - 1;
    const more = others === 0 ? '' : `\nThe same holds for ${count(others, 'more file')}.`;
    return same
      .slice(0, 1)
      .map(({ place, message }) => ({ severity: 'error', place, message: message + more }));
  });
