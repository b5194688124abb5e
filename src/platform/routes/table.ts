import type { OperationName, Permission } from '../../model/operations.ts';
import type { PlatformOptions } from '../options.ts';
import { revisionOf } from '../revision.ts';
import type { Store } from '../store/store.ts';
import { AuditRoutes } from './audit.ts';
import { InventoryRoutes } from './all.ts';
import type { Call, Reply } from './call.ts';
import { ChangelogRoutes } from './changelogs.ts';
import { ExportRoutes } from './export.ts';
import { PageRoutes } from './pages.ts';
import { PeopleRoutes } from './people.ts';
import { ReferenceRoutes } from './references.ts';
import { ReportRoutes } from './reports.ts';
import { SearchRoutes } from './search.ts';
import { VersionRoutes } from './versions.ts';

/** The handler of each operation. Key, permission, limit and body are checked before it is called. */
export type Routes = { readonly [Operation in OperationName]: (call: Call) => Promise<Reply> };

export function createRoutes(
  store: Store,
  { api, plan, protection, clock }: Pick<PlatformOptions, 'api' | 'plan' | 'protection' | 'clock'>,
): Routes {
  const revision = revisionOf(api);
  const pages = new PageRoutes(store.pages, store.surroundings, revision);
  const versions = new VersionRoutes(store.versions, store.clones, revision);
  const references = new ReferenceRoutes(store.references, revision);
  const inventory = new InventoryRoutes(store.inventory, revision);
  const people = new PeopleRoutes(store.accounts, store.readers, protection, revision);
  const audit = new AuditRoutes(store.audit, plan, revision);
  const exports = new ExportRoutes(store.exports, store.surroundings, plan, revision, clock);
  const search = new SearchRoutes(store.search, plan, revision);
  const reports = new ReportRoutes(store.reports, store.brokenLinks, revision);
  const changelogs = new ChangelogRoutes(store.changelogs, revision);
  return {
    createPage: (call) => pages.createPage(call),
    publishPage: (call) => pages.publishPage(call),
    findPage: (call) => pages.findPage(call),
    readPage: (call) => pages.readPage(call),
    updatePage: (call) => pages.updatePage(call),
    deletePage: (call) => pages.deletePage(call),
    listVersions: (call) => versions.listVersions(call),
    updateVersion: (call) => versions.updateVersion(call),
    cloneVersion: (call) => versions.cloneVersion(call),
    listDocumentations: (call) => reports.listDocumentations(call),
    readReport: (call) => reports.readReport(call),
    listBrokenLinks: (call) => reports.listBrokenLinks(call),
    readDefinition: (call) => references.readDefinition(call),
    uploadReference: (call) => references.uploadReference(call),
    publishReference: (call) => references.publishReference(call),
    listUsers: (call) => people.listUsers(call),
    exportProject: (call) => exports.exportProject(call),
    listAll: (call) => inventory.listAll(call),
    listAudit: (call) => audit.listAudit(call),
    listAccess: (call) => people.listAccess(call),
    grantAccess: (call) => people.grantAccess(call),
    revokeAccess: (call) => people.revokeAccess(call),
    createPost: (call) => changelogs.createPost(call),
    listPosts: (call) => changelogs.listPosts(call),
    search: (call) => search.search(call),
  };
}

/** The permission that a query needs instead of the operation's own (contract, section 8). Returns undefined if it needs no other. */
export function permissionFor(
  operation: OperationName,
  query: URLSearchParams,
): Permission | undefined {
  const draft = operation === 'uploadReference' && query.get('publish') === 'false';
  return draft ? 'reference.edit' : undefined;
}
