import type { UploadReport, UploadOutcome } from '../document.ts';
import type { Severity } from '../../../definitions/diff/rules.ts';
import type { Style } from '../../../ui/style.ts';
import type { View } from '../../../ui/ui.ts';

export const uploadPlanView = (uploads: readonly UploadOutcome[], style: Style): string =>
  uploads
    .map((upload) => {
      const { file, title, version, action, reference, nearest, changes, bundled, settings } =
        upload;
      const name = `${style.text(version)}/${style.text(title)}`;
      const does =
        action === 'create'
          ? `${style.green('+')} ${style.text(file)} creates ${name}`
          : `${style.yellow('~')} ${style.text(file)} updates ${name} (${reference})`;
      const notes = [
        ...(nearest === null ? [] : [`the nearest title is "${style.text(nearest)}"`]),
        ...(bundled ? ['several files combined into one'] : []),
        ...(changes === null ? [] : [countsOf(changes, style)]),
        ...settingsOf(settings),
        ...heldBack(upload, style),
      ];
      return notes.length === 0 ? does : `${does}: ${notes.join('; ')}`;
    })
    .join('\n');

const settingsOf = ({
  tryItOut,
  allowDownload,
  expandable,
}: UploadOutcome['settings']): string[] => {
  const named = [
    ['try it out', tryItOut],
    ['download', allowDownload],
    ['expandable rows', expandable],
  ] as const;
  const said = named.flatMap(([name, is]) =>
    is === undefined ? [] : [`${name} ${is ? 'on' : 'off'}`],
  );
  return said.length === 0 ? [] : [`sets ${said.join(', ')}`];
};

/** Why it is not published, and what would publish it. */
function heldBack({ heldBy, public: isPublic, title, version }: UploadOutcome, style: Style) {
  if (heldBy === null) return [];
  const cure = style.text(`docs ref publish ${JSON.stringify(`${version}/${title}`)}`);
  const still = isPublic
    ? ' (readers see what was published before: unpublish that in the editor)'
    : '';
  return [`held back by ${style.text(heldBy)}${still}; ${cure} publishes it`];
}

const countsOf = ({ breaking, risky, safe }: Record<Severity, number>, style: Style): string => {
  const parts = [
    ...(breaking > 0 ? [style.red(`${breaking} breaking`)] : []),
    ...(risky > 0 ? [style.yellow(`${risky} risky`)] : []),
    ...(safe > 0 ? [`${safe} safe`] : []),
  ];
  return parts.length === 0 ? 'no changes that clients notice' : parts.join(', ');
};

export const uploadView: View<UploadReport> = ({ dryRun, uploads }, style) =>
  uploads.map((upload) => outcomeLine(upload, dryRun, style)).join('\n');

function outcomeLine(upload: UploadOutcome, dryRun: boolean, style: Style): string {
  const { title, version, action, draft, state, problem } = upload;
  const name = `${style.text(version)}/${style.text(title)}`;
  switch (state) {
    case 'unchanged':
      return [
        `${style.dim('·')} ${name} is already up to date: nothing to upload`,
        ...heldBack(upload, style),
      ].join('; ');
    case 'failed':
      return `${style.red('✖')} ${name}: ${style.text(problem ?? '')}`;
    case 'planned':
      return `${style.dim('·')} ${name} would be ${action === 'create' ? 'created' : 'updated'}${dryRun ? ' (dry run)' : ''}`;
    case 'done': {
      const how = action === 'create' ? 'created' : 'updated';
      return [
        `${style.green('✔')} ${name} ${how}${draft ? ' as a draft' : ' and published'}`,
        ...heldBack(upload, style),
      ].join('; ');
    }
    default:
      return state satisfies never;
  }
}
