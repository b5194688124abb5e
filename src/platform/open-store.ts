import type { PlatformOptions } from './options.ts';
import { sectionsOf } from './render.ts';
import { reprint } from './reprint.ts';
import { revisionOf } from './revision.ts';
import type { Policy } from './store/core.ts';
import type { Database } from './store/database/database.ts';
import { Store } from './store/store.ts';

const DATES: Readonly<Record<PlatformOptions['dates'], Policy['dateOf']>> = {
  seconds: (at) => at,
  frozen: (_, last) => last,
  strict: (at, last) => Math.max(at, last + 1),
};

/** The store of a project, with the rules that the platform was started with. */
export function createStore(
  database: Database,
  {
    api,
    clock,
    takenSlugs,
    reprint: reprints,
    dates,
  }: Pick<PlatformOptions, 'api' | 'clock' | 'takenSlugs' | 'reprint' | 'dates'>,
): Store {
  const { emptyVersions, listsDrafts } = revisionOf(api);
  const storedBody = reprints ? reprint : (body: string) => body;
  return new Store(
    database,
    clock,
    { takenSlugs, storedBody, dateOf: DATES[dates], emptyVersions, listsDrafts },
    {
      page: sectionsOf,
      definition: async (text) => {
        const { runJob } = await import('./definition/thread.ts');
        return runJob('sections', text);
      },
    },
  );
}
