/** What an upload would do, file by file. Only reads. */
import type { Api } from '../../../api/api.ts';
import { nearest } from '../../../model/text/nearest.ts';
import type { Context } from '../../../context.ts';
import type { CheckedDefinition, Upload } from '../../../definitions/upload-check.ts';
import type { DefinitionDiff } from '../../../definitions/diff/changes.ts';
import { compareDefinitions } from '../../../definitions/diff/diff.ts';
import type { Comparable } from '../../../definitions/long-numbers.ts';
import { areSame } from '../../../definitions/equal.ts';
import { Failure } from '../../../model/failure.ts';
import { heldByWords, type LocalVersion } from '../../../model/local.ts';
import { readHeldVersions } from '../../../sync/reader.ts';
import { settingsBeside } from './reference-settings.ts';
import type { ReferenceSettings } from '../../../api/resources/references.ts';
import { shown, type WantedDefinition } from '../../shared/definition-files/wanted-definitions.ts';
import {
  ReferenceIndex,
  type FoundReference,
  type FoundVersion,
  servedContent,
} from '../reference-index.ts';

export interface PlannedUpload {
  /** Relative to the working folder. */
  readonly file: string;
  readonly upload: Upload;
  readonly version: FoundVersion;
  /** `null`: the title is new in its version. */
  readonly reference: FoundReference | null;
  readonly action: 'create' | 'update' | 'unchanged';
  /** Whether it is uploaded as a draft: on request, or because settings hold it back. */
  readonly draft: boolean;
  /** The settings file, or the version by its settings, that does not let it be published. */
  readonly heldBy: string | null;
  /** What readers see of this reference; `null`: nothing yet. */
  readonly published: Comparable | null;
  /** The existing title in the version that is most similar to a new one. */
  readonly nearest: string | null;
  /** The definition that the upload would replace: with `--draft` the draft, if there is one, else the published one. */
  readonly before: Comparable | null;
  /** Changes from what readers see; `null` if they see nothing yet, or nothing changes. */
  readonly diff: DefinitionDiff | null;
  /** Settings that are sent with the definition. */
  readonly settings: ReferenceSettings;
}

export interface PlanRequest {
  readonly wanted: readonly WantedDefinition[];
  /** In the order of `wanted`. None has errors. */
  readonly checked: readonly CheckedDefinition[];
  readonly in: string | undefined;
  readonly draft: boolean;
  /** Settings from the command line. They override files, and are sent even if the definition did not change. */
  readonly given: ReferenceSettings;
}

/** One request for all references, and one for each existing definition (two for a draft). */
export async function planUploads(
  context: Context,
  api: Api,
  { wanted, checked, draft, given, in: inside }: PlanRequest,
): Promise<PlannedUpload[]> {
  const { signal } = context.host;
  const index = await ReferenceIndex.read(context);
  const held = await readHeldVersions(await context.folder(), signal);
  const planned: PlannedUpload[] = [];
  for (const [at, { file, version: configured }] of wanted.entries()) {
    const upload = checked[at]?.upload;
    if (!upload) continue;
    const name = inside ?? configured;
    if (name === null) {
      throw new Failure('usage', 'No version was named to upload to.', {
        hint: 'Name it with --in, such as --in latest',
      });
    }
    const version = await index.version(name);
    const { settings, heldBy: beside } = await settingsBeside(context, file);
    const heldBy = beside ?? heldByVersion(held, version);
    planned.push(
      await planOne(
        api,
        index,
        {
          file: shown(context, file),
          upload,
          version,
          draft: draft || heldBy !== null,
          heldBy,
          settings: { ...settings, ...given },
          isGiven: Object.keys(given).length > 0,
        },
        signal,
      ),
    );
  }
  refuseSameTitles(planned);
  return planned;
}

/** As for pages: what is in an unpublished version may be published before the version is. */
function heldByVersion(
  held: readonly LocalVersion[],
  { name, published }: FoundVersion,
): string | null {
  const version = held.find((each) => each.slug === name || each.name === name);
  if (version === undefined || published === false) return null;
  return heldByWords(version.slug, published === undefined ? 'unknown' : 'published');
}

interface Target extends Pick<
  PlannedUpload,
  'file' | 'upload' | 'version' | 'draft' | 'heldBy' | 'settings'
> {
  readonly isGiven: boolean;
}

async function planOne(
  api: Api,
  index: ReferenceIndex,
  { isGiven, ...wanted }: Target,
  signal: AbortSignal,
): Promise<PlannedUpload> {
  const { upload, version, draft } = wanted;
  const reference = index.titled(upload.title, version) ?? null;
  const target = { ...wanted, reference };
  if (reference === null) {
    const titles = index.references
      .filter((each) => each.version.id === version.id)
      .map(({ title }) => title);
    const near = nearest(upload.title, titles) ?? null;
    const created = { nearest: near, published: null, before: null, diff: null };
    return { ...target, action: 'create', ...created };
  }
  const published = (await servedContent(api, reference.id, false, signal)) ?? null;
  const drafted = draft ? await servedContent(api, reference.id, true, signal) : undefined;
  const before = drafted ?? published;
  const same = before !== null && areSame(before, upload);
  return {
    ...target,
    action: same && !isGiven ? 'unchanged' : 'update',
    nearest: null,
    published,
    before,
    diff: same || published === null ? null : compareDefinitions(published, upload),
  };
}

/** Of two uploads with the same title, the second would replace the first. */
function refuseSameTitles(planned: readonly PlannedUpload[]): void {
  const seen = new Map<string, string>();
  for (const { file, upload, version } of planned) {
    const key = JSON.stringify([version.id, upload.title]);
    const other = seen.get(key);
    if (other !== undefined) {
      throw new Failure('content', `${other} and ${file} have the same title, "${upload.title}".`, {
        hint: 'The platform identifies a reference by its title: change one of them',
      });
    }
    seen.set(key, file);
  }
}
