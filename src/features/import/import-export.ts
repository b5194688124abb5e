/** The platform's own exports, as a ZIP or unpacked. */
import { join } from 'node:path';
import {
  isExportedAsset,
  isExportedText,
  readArchive,
  readAssets,
} from '../../content/archive/read-texts.ts';
import { repositoryFiles } from '../../content/export/repository-files.ts';
import type { RepositoryFiles } from '../../content/export/repository-files.ts';
import type { Imported, ImportTarget } from '../../importers/import-site.ts';
import { isExportOfOne } from '../../content/layouts/detect.ts';
import { readRegular } from '../../files/read-file.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type { ImportFlags } from './import-docs.ts';
import type { OpenedSource } from './source-folder.ts';

/** What an export becomes, for the report of an import. */
interface ImportedExport {
  readonly tool: 'export';
  readonly imported: Omit<Imported, 'texts'> & Pick<RepositoryFiles, 'files'>;
}

/** Reads the ZIP at `path`. Rejects with `content` if it is not a sound ZIP of documentation. */
export async function exportInZip(
  path: string,
  named: string,
  flags: ImportFlags,
): Promise<ImportedExport> {
  if (flags.in !== undefined) throw placed(named);
  const hint = 'docs import takes the ZIP of docs export, or a folder';
  const [texts, assets] = [await readArchive(path, hint), await readAssets(path, hint)];
  return reported(named, await repositoryFiles({ texts, assets }));
}

/** Reads an unpacked export, or a single documentation of one: `target` is its place. */
export async function exportInFolder(
  { root, folder, issues }: OpenedSource,
  named: string,
  target: ImportTarget,
): Promise<ImportedExport> {
  const isOne = isExportOfOne(folder.files);
  if (!isOne && target.isGiven) throw placed(named);
  const only = { version: target.version as Slug, documentation: target.documentation as Slug };
  const above = isOne ? `${only.version}/${only.documentation}/` : '';
  const texts = new Map<string, string>();
  const assets = new Map<string, Uint8Array>();
  const failed: { file: string; reason: string }[] = [];
  for (const path of inOrder(folder.files)) {
    if (isExportedAsset(path)) assets.set(path, readRegular(join(root, path), 'copy'));
    else if (isExportedText(path)) {
      const text = folder.text(path);
      if (text === null) failed.push({ file: path, reason: 'it cannot be read as text' });
      else texts.set(above + path, text);
    }
  }
  const converted = await repositoryFiles({ texts, assets }, isOne ? { only } : {});
  const whole = { ...converted, failed: [...failed, ...converted.failed] };
  const { tool, imported } = reported(named, whole);
  return { tool, imported: { ...imported, issues: [...issues, ...imported.issues] } };
}

const placed = (named: string): Failure =>
  new Failure('usage', `${named} has versions and documentations of its own.`, {
    hint: 'Leave out --in',
  });

const reported = (named: string, { notes, ...files }: RepositoryFiles): ImportedExport => ({
  tool: 'export',
  imported: {
    ...files,
    copies: new Map(),
    issues: notes.map((says) => ({ file: named, line: null, kind: 'file', says })),
  },
});

/** Folders before the files beside them: of two pages with one title, the first has the folder of that title. */
const inOrder = (files: readonly string[]): readonly string[] =>
  files
    .map((file) => {
      const parts = file.split('/');
      return {
        file,
        key: parts.map((part, at) => (at < parts.length - 1 ? 0 : 1) + part).join('\0'),
      };
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ file }) => file);
