/** Reasons in this folder against deleting a page. */
import type { Context } from '../../context.ts';
import type { Field } from '../../model/change.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { PageKey } from '../../model/ids.ts';
import type { Page } from '../../model/resources.ts';
import {
  changedSinceShared,
  filesOfPagesBelow,
  readLastShared,
  scanFolder,
} from '../../sync/reader.ts';
import { count } from '../../ui/count.ts';

/** One reason: a sentence without the name of the page in front. */
interface Objection {
  readonly code: Extract<FailureCode, 'conflict' | 'guard'>;
  readonly reason: string;
}

/** Without base nobody can tell whether it was edited, so it counts as edited. */
const withoutBase = (lockFile: string): Objection => ({
  code: 'conflict',
  reason: `is not in ${lockFile}: this folder never had it, or the lock was lost, so it may be somebody else's page.`,
});

const FIELDS: Readonly<Record<Field, string>> = { title: 'title', slug: 'slug', body: 'text' };

/**
 * Why a page should not be deleted unseen: it was edited since lock and platform agreed, the lock does not know it, or pages of this folder
 * are below it. Without a configuration there are no objections. Rejects as `scanFolder` and `readLastShared` do.
 */
export async function objectionsTo(context: Context, page: Page): Promise<readonly Objection[]> {
  const { file } = await context.config();
  if (file === null) return [];
  const project = await context.project();
  const lock = await readLastShared(project);
  const line = [...lock.pages.values()].find(({ id }) => id === page.id);
  const { signal } = context.host;
  const local = await scanFolder(project, { remember: false, signal });
  const key = line?.key ?? (page.path.replace(/^\//, '') as PageKey);
  return [
    ...(line ? edited(await changedSinceShared(line, page)) : [withoutBase(project.lockFile)]),
    ...parent(await filesOfPagesBelow(key, local)),
  ];
}

function edited(fields: readonly Field[]): readonly Objection[] {
  if (fields.length === 0) return [];
  const what = fields.map((field) => FIELDS[field]).join(', ');
  const reason = `was edited on the platform since this folder last pushed or pulled it: its ${what}.`;
  return [{ code: 'conflict', reason }];
}

function parent([first, ...others]: readonly string[]): readonly Objection[] {
  if (first === undefined) return [];
  const below = others.length === 0 ? 'a page' : count(others.length + 1, 'page');
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [{ code: 'guard', reason: `has ${below} below it: ${first}${more}.` }];
}
