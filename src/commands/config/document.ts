import * as v from 'valibot';
import type { Config, Source } from '../../config/config.ts';
import type { FilePath, Slug, VersionId } from '../../model/ids.ts';
import { described, document, exactly, int, text } from '../shared/document.ts';

const source = v.pipe(
  exactly<Source>()(
    v.variant('kind', [
      v.strictObject({ kind: v.literal('flag'), name: text() }),
      v.strictObject({ kind: v.literal('environment'), name: text() }),
      v.strictObject({ kind: v.literal('profile'), name: text(), file: text() }),
      v.strictObject({ kind: v.literal('file'), file: text() }),
      v.strictObject({ kind: v.literal('default') }),
    ]),
  ),
  v.title('source'),
);

const setting = <Value extends v.GenericSchema>(value: Value) => v.strictObject({ value, source });

export const configSchema = document(
  'config',
  'docs config --json',
  'Every setting and where its value came from.',
  exactly<Config>()(
    v.strictObject({
      file: v.nullable(text('Absolute path; null if there is none.')),
      root: text('Absolute path of the folder that paths are relative to.'),
      profile: setting(v.nullable(text())),
      baseUrl: setting(text()),
      content: setting(
        v.array(
          v.strictObject({
            path: text<FilePath>(),
            version: v.nullable(text<Slug>()),
            documentation: v.nullable(text<Slug>()),
            include: v.array(text()),
            exclude: v.array(text()),
          }),
        ),
      ),
      references: setting(
        v.array(
          v.strictObject({
            file: text<FilePath>(),
            version: text<Slug>(),
            generated: v.optional(v.boolean()),
          }),
        ),
      ),
      translations: described(
        setting(v.array(v.strictObject({ of: text<FilePath>(), in: v.array(text<FilePath>()) }))),
        'Folders of pages and those with their translations.',
      ),
      project: described(
        setting(v.nullable(int<VersionId>())),
        'The project, by the id of one of its versions; null if none is named.',
      ),
      changelogs: described(
        setting(v.record(v.string(), int())),
        'Ids of changelogs, by folder below changelogs/.',
      ),
      checks: described(
        setting(v.record(v.string(), v.picklist(['error', 'warning', 'off']))),
        'Severities of rules.',
      ),
      publish: setting(v.boolean()),
      site: described(
        setting(v.nullable(text())),
        'Address of the site where readers see the pages; null if it is not known.',
      ),
      editUrl: described(
        setting(v.nullable(text())),
        'Where files of the project are edited; null if it is not known.',
      ),
      besideGithubSync: described(
        setting(v.boolean()),
        'Whether it is intended that the platform also syncs the repository.',
      ),
      timeoutMs: described(setting(int()), 'Longest time for one request.'),
      maxWaitMs: described(
        setting(v.nullable(int())),
        'Longest wait for rate limits in a run; null means no limit.',
      ),
    }),
  ),
);
