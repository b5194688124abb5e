import { join } from 'node:path';
import { CORPUS } from './corpus.ts';
import { temporaryFolder } from './folder.ts';
import { runDocs } from './host.ts';

/** A folder with a layout's real pages: the corpus or, for an export, what it is converted into. */
export async function realFolder(layout: string): Promise<string> {
  const folder = join(CORPUS, layout);
  if (layout !== 'export-layout') return folder;
  const cwd = await temporaryFolder();
  const { exitCode } = await runDocs(['import', folder, '--out', 'pages'], { cwd });
  if (exitCode !== 0) throw new Error('The export was not converted.');
  return join(cwd, 'pages');
}
