/** Shows a plan in the browser, as readers will see it, before the user decides about it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '../../../context.ts';
import type { Prepared, SyncDeps } from '../../../sync/engine.ts';
import { openBrowser } from '../open-browser.ts';
import { sidesOfPlan } from './plan-sides.ts';
import { reviewOf } from '../review-run/write-review.ts';

export interface OpenedReview {
  /** Deletes its file. A browser that has loaded it still shows it. */
  close(): Promise<void>;
}

/** Opens the review of a push, in a folder that only this user can read. Reads missing pages. */
export async function openReview(
  context: Context,
  prepared: Prepared,
  deps: SyncDeps,
): Promise<OpenedReview> {
  const { host, ui } = context;
  const which = prepared.options.publish ? 'published' : 'platform';
  // The plan has shown its warnings.
  const sides = { ...(await sidesOfPlan(prepared, deps, which)), warnings: [] };
  const { html } = await reviewOf(context, sides, true);
  const folder = await mkdtemp(join(host.temporaryFolder, 'docs-review-'));
  const file = join(folder, 'review.html');
  await writeFile(file, html, { mode: 0o600, flag: 'wx' });
  await openBrowser(pathToFileURL(file).href, host, deps.project.root, ui);
  ui.say(`The review is available until the push ends: ${file}`);
  return { close: () => rm(folder, { recursive: true, force: true }) };
}
