/** The platform's own exports, as a ZIP or unpacked. */
import { issueIn } from '../model.ts';
import { join } from 'node:path';
import {
  isExportedAsset,
  isExportedText,
  readArchive,
  readAssets,
} from '../../content/archive/read-texts.ts';
import { type RepositoryFiles, repositoryFiles } from '../../content/export/repository-files.ts';

import { isExportOfOne } from '../../content/layouts/layouts.ts';
import { readRegular } from '../../system/files/read.ts';
import { Failure } from '../../model/failure.ts';
import type { Slug } from '../../model/ids.ts';
import type {
  FoundPage,
  ImportSource,
  ImportTarget,
  Imported,
  OpenedSource,
} from '../import-tool.ts';

/** Reads an export, zipped or unpacked. Rejects with `content` if it is malformed. */
export const readExport = (source: ImportSource, target: ImportTarget): Promise<Imported> =>
  source.opened === null
    ? exportInZip(source, target)
    : exportInFolder(source.named, source.opened, target);

async function exportInZip({ path, named }: ImportSource, target: ImportTarget): Promise<Imported> {
  if (target.isGiven) throw placed(named);
  const hint = 'docs import takes the ZIP of docs export, or a folder';
  const [texts, assets] = [await readArchive(path, hint), await readAssets(path, hint)];
  return imported(named, await repositoryFiles({ texts, assets }));
}

/** Reads a folder. If it is a single documentation of an export, `target` is its place. */
async function exportInFolder(
  named: string,
  { root, folder, issues }: OpenedSource,
  target: ImportTarget,
): Promise<Imported> {
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
  const whole = imported(named, { ...converted, failed: [...failed, ...converted.failed] });
  return { ...whole, issues: [...issues, ...whole.issues] };
}

const placed = (named: string): Failure =>
  new Failure('usage', `"${named}" has versions and documentations of its own.`, {
    hint: 'Leave out --in',
  });

/** Listed for every export, because exports do not contain these facts. */
const UNTOLD =
  'An export does not say which versions are published, and may not say it of documentations: write `published: false` into the _settings.yaml of those that readers do not see.';

const imported = (named: string, { notes, sources, ...files }: RepositoryFiles): Imported => ({
  ...files,
  copies: new Map(),
  pages: [
    ...[...sources].map(([out, file]): FoundPage => ({ file, out, outside: null })),
    ...files.failed
      .filter(({ file }) => file.endsWith('.md'))
      .map(({ file }): FoundPage => ({ file, out: null, why: 'failed' })),
  ],
  issues: [...notes, UNTOLD].map((says) => issueIn(named, null, 'file', says)),
});

/**
 * Folders before the files next to them, so that of two pages with the same title the first one
 * owns the folder.
 */
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
