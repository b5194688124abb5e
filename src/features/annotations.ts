import { relative, resolve } from 'node:path';
import type { Context } from '../context.ts';
import type { Annotation } from '../ui/ui.ts';

/** Marks places of the project in the pull request, where this is a job on GitHub Actions. Files are given as the project has them. */
export async function annotate(
  context: Context,
  annotations: readonly Annotation[],
): Promise<void> {
  const { root } = await context.project();
  for (const each of annotations) {
    const file = each.file && fromHere(each.file, root, context.host.cwd);
    context.ui.annotate({ ...each, file });
  }
}

/** As those who take findings know the file: from the working folder, which in pipelines is the repository's. */
export function fromHere(file: string, root: string, workingFolder: string): string {
  const path = relative(workingFolder, resolve(root, file)).replaceAll('\\', '/');
  return path.startsWith('../') ? file : path;
}
