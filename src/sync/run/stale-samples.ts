/** Which pages have samples that are not what their files have. */
import { checkSnippets } from '../../content/check/snippets.ts';
import { snippetSources } from '../../content/snippets/sources.ts';
import { Failure } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Folder } from '../folder/found-folder.ts';

/** One warning for each of the pages `keys` with such samples. */
export function staleSamples(
  keys: readonly PageKey[],
  { local, texts }: Folder,
  root: string,
): string[] {
  // Nothing of the files is shown, so git is not asked which of them it ignores.
  const site = { sampleOf: snippetSources(root, () => true) };
  return keys.flatMap((key) => {
    const page = local.pages.get(key);
    if (page === undefined) return [];
    const found = textsOf(page, texts).flatMap((text) =>
      text === null ? [] : checkSnippets(page.file, { section: { source: text, line: 1 } }, site),
    );
    if (found.length === 0) return [];
    const which =
      found.length === 1
        ? 'a sample that is not what its file has'
        : `${found.length} samples that are not what their files have`;
    return [`${key} has ${which}. docs check lists them.`];
  });
}

/** Empty if the page changed after the scan: the run says so when it sends the page. */
function textsOf(page: LocalPage, texts: Folder['texts']): readonly (string | null)[] {
  try {
    const { draft, published } = texts.read(page);
    return [draft, published];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
