import { inShell } from '../../model/text/shell.ts';
import { resolve } from 'node:path';
import { runBatch } from '../shared/batch/batch.ts';
import type { UploadItem } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { CheckedDefinition } from '../../definitions/upload-check.ts';
import type { DefinitionChange } from '../../definitions/diff/changes.ts';
import {
  AcceptedChanges,
  type Judged,
  toAccept,
  unmetWarning,
} from '../shared/definition-changes/accepted.ts';
import { diffMarkdown } from '../shared/definition-changes/markdown.ts';
import { definitionsView, findingsThatRefuse, reportOf } from './check.run.ts';
import { UPLOAD_WORDS } from './upload/view.ts';
import { failuresAmong, type FailOn } from './diff/failing-changes.ts';
import { policyOf, wantedFiles } from '../shared/definition-files/wanted-definitions.ts';
import {
  checkAll,
  totalsOf,
  warnOfIgnoredDefinitions,
} from '../shared/definition-files/checked-definitions.ts';
import { planUploads, type PlannedUpload } from './upload/plan.ts';
import { sendUpload } from './upload/send.ts';
import { givenSettings } from './upload/reference-settings.ts';
import type { ReferenceSettingOptions } from './upload/reference-settings.ts';
import type { ReferenceOptions } from '../shared/definition-files/wanted-definitions.ts';

export interface UploadReferencesOptions extends ReferenceOptions, ReferenceSettingOptions {
  readonly in?: string;
  readonly draft: boolean;
  readonly create: boolean;
  readonly dryRun: boolean;
  /** Whether rules are applied to the definitions. */
  readonly check: boolean;
  readonly failOn: FailOn;
}

/**
 * Uploads the definitions that differ from the platform's. Sends nothing before all of them are
 * checked, compared and confirmed. Rejects with `content` (a definition is wrong), `guard`
 * (`--fail-on`), `usage` or `declined` (a title is new), and as
 * `runBatch` does.
 */
export async function uploadReferences(
  context: Context,
  patterns: readonly string[],
  options: UploadReferencesOptions,
): Promise<void> {
  const { ui } = context;
  const wanted = await wantedFiles(context, patterns);
  const policy = await policyOf(context, options);
  const checked = await checkAll(context, wanted, policy, { check: options.check });
  const totals = totalsOf(checked);
  const strict = options.failOn === 'warning' && totals.warnings > 0;
  if (totals.errors + totals.warnings > 0) {
    ui.say((style) =>
      definitionsView({ files: checked.map((each) => reportOf(context, each)), ...totals }, style),
    );
  }
  if (totals.errors > 0 || strict) {
    const found = findingsThatRefuse(context, checked, {
      least: strict ? 'warning' : 'error',
      once: 'To upload without a check this once: docs ref upload --no-check',
    });
    throw new Failure('content', `${found}: nothing was uploaded.`);
  }

  const api = await context.api();
  const { in: inside, draft } = options;
  const planned = await planUploads(context, api, {
    wanted,
    checked,
    in: inside,
    draft,
    given: givenSettings(options),
  });
  const accepted = await AcceptedChanges.read(await context.folder());
  const judged = planned.map((each) => withChanges(context, each, accepted));
  const unmet = unmetWarning(accepted);
  if (unmet !== undefined) ui.warn(...unmet);
  const isSent = ({ upload }: CheckedDefinition): boolean =>
    judged.some((each) => each.upload === upload && each.action !== 'unchanged');
  await warnOfIgnoredDefinitions(context, checked.filter(isSent), 'an upload sends');
  for (const each of judged) await summarize(context, each);
  await runBatch<JudgedUpload, UploadItem>(context, {
    dryRun: options.dryRun,
    plan: judged.map((each) => ({ of: each, item: itemOf(each) })),
    refusal: refusalOf(judged, options),
    question: () => agreeTo(context, planned, options),
    nothing: NOTHING,
    send: async (each) => ({ id: await sendUpload(context, each) }),
    words: UPLOAD_WORDS,
  });
}

const NOTHING = 'Nothing was uploaded.';

/** An upload with its changes, and which of them are accepted. */
interface JudgedUpload extends PlannedUpload {
  readonly changes: readonly Judged<DefinitionChange>[];
}

function withChanges(
  { host }: Context,
  planned: PlannedUpload,
  accepted: AcceptedChanges,
): JudgedUpload {
  const { file, diff, published, upload, version } = planned;
  // What was never published has nothing that an entry could accept.
  if (published === null) return { ...planned, changes: [] };
  const sides = { older: published.content, newer: upload.content, version: version.name };
  const changes = accepted.judge(resolve(host.cwd, file), sides, diff?.changes ?? []);
  return { ...planned, changes };
}

const itemOf = ({
  file,
  upload,
  version,
  reference,
  action,
  draft,
  heldBy,
  published,
  nearest,
  diff,
  settings,
  changes,
}: JudgedUpload): UploadItem => ({
  name: `${version.name}/${upload.title}`,
  state: action === 'unchanged' ? 'unchanged' : 'planned',
  reason: null,
  id: reference?.id ?? null,
  title: upload.title,
  version: version.name,
  file,
  action,
  draft,
  heldBy,
  public: published !== null,
  bundled: upload.bundled,
  nearest,
  settings: action === 'unchanged' ? {} : settings,
  changes: diff?.counts ?? null,
  accepted: changes.filter((change) => change.accepted !== null).length,
});

async function summarize(
  { ui }: Context,
  { file, version, upload, diff, changes }: JudgedUpload,
): Promise<void> {
  if (diff === null) return;
  const old = `${version.name}/${upload.title}`;
  const placed = changes.map((change) => ({ ...change, oldPlace: null, newPlace: null }));
  await ui.summarize(diffMarkdown({ ...diff, old, new: file, changes: placed }));
}

function refusalOf(
  planned: readonly JudgedUpload[],
  { failOn }: UploadReferencesOptions,
): Failure | undefined {
  for (const { file, changes } of planned) {
    const reason = failuresAmong(changes, failOn);
    if (reason === undefined) continue;
    return new Failure('guard', `${file}: ${reason}. Nothing was uploaded.`, {
      hint: `docs ref diff ${inShell(file)} lists them; if they are meant: docs ref accept ${toAccept(file)}`,
    });
  }
  return undefined;
}

/**
 * A title that the version does not have may be a typing mistake: it requires `--create`, or a
 * confirmation of its own. `--yes` is not enough, because every pipeline uses it.
 */
async function agreeTo(
  { ui, flags }: Context,
  planned: readonly PlannedUpload[],
  { create }: UploadReferencesOptions,
): Promise<void> {
  for (const { file, upload, version, action, nearest } of planned) {
    if (action !== 'create' || create) continue;
    const near = nearest === null ? '' : ` The nearest is "${nearest}".`;
    const what = `${file}: ${version.name} has no reference titled "${upload.title}".${near}`;
    if (!ui.interactive || flags.yes) {
      throw new Failure('usage', what, {
        hint:
          nearest === null
            ? '--create creates it'
            : '--create creates it; to update the other one, use its title in the definition',
      });
    }
    await ui.agree(`${what} Create it?`, NOTHING);
  }
  const rest = planned.filter(
    ({ action }) => action === 'update' || (action === 'create' && create),
  );
  if (rest.length === 0) return;
  const list = (draft: boolean): string =>
    rest
      .filter((each) => each.draft === draft)
      .map(({ file }) => file)
      .join(', ');
  const [drafts, published] = [list(true), list(false)];
  const parts = [
    ...(published === '' ? [] : [`and publish ${published}`]),
    ...(drafts === '' ? [] : [`${drafts}, not published`]),
  ];
  await ui.agree(`Upload ${parts.join('; and ')}?`, NOTHING);
}
