import { inShell } from '../../../model/text/shell.ts';
import type { UploadItem } from '../document.ts';
import type { BatchWords } from '../../shared/batch/view.ts';

const created = ({ action }: UploadItem): string => (action === 'create' ? 'created' : 'updated');

export const UPLOAD_WORDS: BatchWords<UploadItem> = {
  one: 'definition',
  done: 'uploaded',
  says: {
    planned: (item) => `would be ${created(item)} from ${item.file}`,
    done: (item) => `${created(item)}${item.draft ? ' as a draft' : ' and published'}`,
    unchanged: () => 'is already up to date: nothing to upload',
  },
  notes: (item) => [
    ...(item.state === 'unchanged' ? [] : changesOf(item)),
    ...(item.heldBy === null ? [] : [heldBack(item, item.heldBy)]),
  ],
};

function changesOf({ nearest, bundled, changes, accepted, settings, state }: UploadItem): string[] {
  const named = [
    ['try it out', settings.tryItOut],
    ['download', settings.allowDownload],
    ['expandable rows', settings.expandable],
  ] as const;
  const sets = named.flatMap(([name, is]) =>
    is === undefined ? [] : [`${name} ${is ? 'on' : 'off'}`],
  );
  return [
    ...(nearest === null || state === 'done' ? [] : [`the nearest title is "${nearest}"`]),
    ...(bundled ? ['several files combined into one'] : []),
    ...(changes === null ? [] : [countsOf(changes, accepted)]),
    ...(sets.length === 0 ? [] : [`sets ${sets.join(', ')}`]),
  ];
}

function countsOf(changes: NonNullable<UploadItem['changes']>, accepted: number): string {
  const all = accepted === changes.breaking ? 'accepted' : `${accepted} accepted`;
  const parts = (['breaking', 'risky', 'safe'] as const).flatMap((severity) => {
    const passes = severity === 'breaking' && accepted > 0 ? ` (${all})` : '';
    return changes[severity] > 0 ? [`${changes[severity]} ${severity}${passes}`] : [];
  });
  return parts.length === 0 ? 'no changes that clients notice' : parts.join(', ');
}

/** Why it is not published, and what would publish it. */
function heldBack({ name, public: isPublic }: UploadItem, heldBy: string): string {
  const cure = `docs ref publish ${inShell(name)}`;
  const still = isPublic
    ? ' (readers see what was published before: unpublish that in the editor)'
    : '';
  return `held back by ${heldBy}${still}; ${cure} publishes it`;
}
