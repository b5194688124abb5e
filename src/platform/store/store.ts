import type { Clock } from '../../model/clock.ts';
import { AccountStore } from './accounts.ts';
import { AuditStore } from './audit.ts';
import { ChangelogStore } from './changelogs/changelogs.ts';
import { CloneStore } from './clones/clones.ts';
import { StoreCore, type Converters, type Policy } from './core.ts';
import { DocumentationStore } from './documentations.ts';
import { ExportStore } from './exports.ts';
import { ImportStore } from '../import/load.ts';
import { InventoryStore } from './inventory.ts';
import { ApiKeys } from './keys.ts';
import { PageStore } from './pages.ts';
import { ReaderStore } from './readers.ts';
import { ReferenceStore } from './references.ts';
import { BrokenLinkStore } from './reports/broken-links.ts';
import { ReportStore } from './reports/reports.ts';
import { SearchStore } from './search/search.ts';
import { SharedContentStore } from './shared.ts';
import { SiteStore } from './site.ts';
import { SurroundingsStore } from './surroundings.ts';
import type { Database } from './database/database.ts';
import { VersionStore } from './versions.ts';

/**
 * The project: its resources and the rules of their changes, over any database. Every method is one transaction. It throws a `Refusal` for what it refuses,
 * and then nothing has changed. Does not know HTTP.
 */
export class Store {
  readonly pages: PageStore;
  readonly versions: VersionStore;
  readonly clones: CloneStore;
  readonly documentations: DocumentationStore;
  readonly references: ReferenceStore;
  readonly accounts: AccountStore;
  readonly readers: ReaderStore;
  readonly keys: ApiKeys;
  readonly audit: AuditStore;
  readonly inventory: InventoryStore;
  readonly exports: ExportStore;
  readonly imports: ImportStore;
  readonly search: SearchStore;
  readonly surroundings: SurroundingsStore;
  readonly site: SiteStore;
  readonly shared: SharedContentStore;
  readonly reports: ReportStore;
  readonly brokenLinks: BrokenLinkStore;
  readonly changelogs: ChangelogStore;

  constructor(database: Database, clock: Clock, policy: Policy, converters: Converters) {
    const core = new StoreCore(database, clock, policy, converters);
    this.pages = new PageStore(core);
    this.versions = new VersionStore(core);
    this.clones = new CloneStore(core);
    this.documentations = new DocumentationStore(core);
    this.references = new ReferenceStore(core);
    this.accounts = new AccountStore(core);
    this.readers = new ReaderStore(core);
    this.keys = new ApiKeys(core);
    this.audit = new AuditStore(core);
    this.inventory = new InventoryStore(core);
    this.exports = new ExportStore(core);
    this.imports = new ImportStore(core, this.references);
    this.search = new SearchStore(core);
    this.surroundings = new SurroundingsStore(core);
    this.site = new SiteStore(core);
    this.shared = new SharedContentStore(core);
    this.reports = new ReportStore(core);
    this.brokenLinks = new BrokenLinkStore(core);
    this.changelogs = new ChangelogStore(core);
  }
}
