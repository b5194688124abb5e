/** The one door to the readers of each tool's sites. */
import type { SourceFolder, SourceSite, Tool } from './model.ts';

/** Reads the site of `tool` whose configuration is in `base`, relative to the folder. */
export async function readSite(
  tool: Tool,
  folder: SourceFolder,
  base: string,
): Promise<SourceSite> {
  switch (tool) {
    case 'docusaurus': {
      const { readDocusaurus } = await import('./tools/docusaurus.ts');
      return readDocusaurus(folder, base);
    }
    case 'vitepress': {
      const { readVitePress } = await import('./tools/vitepress.ts');
      return readVitePress(folder, base);
    }
    case 'mkdocs': {
      const { readMkDocs } = await import('./tools/mkdocs.ts');
      return readMkDocs(folder, base);
    }
    case 'gitbook': {
      const { readGitBook } = await import('./tools/gitbook.ts');
      return readGitBook(folder, base);
    }
    case 'mintlify': {
      const { readMintlify } = await import('./tools/mintlify.ts');
      return readMintlify(folder, base);
    }
    default:
      return tool satisfies never;
  }
}
