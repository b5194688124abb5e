import { exportRoutes } from './export/export.ts';
import { auditRoutes } from './resources/audit.ts';
import { changelogRoutes } from './resources/changelogs.ts';
import { cloneRoutes } from './resources/clones.ts';
import { inventoryRoutes } from './resources/inventory.ts';
import { pageRoutes } from './resources/pages.ts';
import { peopleRoutes } from './resources/people.ts';
import { referenceRoutes } from './resources/references.ts';
import { reportRoutes } from './resources/reports.ts';
import { searchRoutes } from './resources/search.ts';
import { versionRoutes } from './resources/versions.ts';
import type { OperationName } from '../model/operations.ts';
import { brokenLinkRoutes } from './broken-links/broken-links.ts';
import type { Handlers, ProjectRules } from './request/call.ts';
import type { Store } from './store.ts';

export type Routes = Handlers<OperationName>;

export function createRoutes(store: Store, rules: ProjectRules): Routes {
  return {
    ...pageRoutes(store, rules),
    ...versionRoutes(store, rules),
    ...cloneRoutes(store, rules),
    ...reportRoutes(store, rules),
    ...brokenLinkRoutes(store, rules),
    ...referenceRoutes(store, rules),
    ...peopleRoutes(store, rules),
    ...exportRoutes(store, rules),
    ...inventoryRoutes(store, rules),
    ...auditRoutes(store, rules),
    ...changelogRoutes(store, rules),
    ...searchRoutes(store, rules),
  };
}
