/** The composition root: everything that a command works with. Builds each part on first use. */
import type { Api } from './api/api.ts';
import type { Config, Flags } from './config/config.ts';
import type { ownershipOf } from './consent.ts';
import type { Host } from './host.ts';
import type { Project } from './model/project.ts';
import type { Mask } from './model/text/mask.ts';
import type { Ui } from './ui/ui.ts';

export interface Context {
  readonly host: Host;
  /** The global options. Known once the command line is parsed. */
  readonly flags: Flags;
  readonly ui: Ui;
  /** The settings. Rejects with `Failure('config')` naming file, line and column. */
  config(): Promise<Config>;
  /** The project in the working folder, for code that does not read its pages. */
  folder(): Promise<Project>;
  /** The same, for code that reads its pages. Rejects as `requireContent` does. */
  project(): Promise<Project>;
  /**
   * The client of the platform. Rejects with `auth-required` without a key, and with `usage` if the
   * command writes and nobody can agree to it.
   */
  api(): Promise<Api>;
}

export class Composition implements Context {
  readonly host: Host;
  readonly #readFlags: () => Flags;
  #ui: Ui | undefined;
  #mayConnect: () => void = () => undefined;
  #ownership: ReturnType<typeof ownershipOf> = 'none';
  #config: Promise<Config> | undefined;
  #api: Promise<Api> | undefined;

  constructor(host: Host, readFlags: () => Flags) {
    this.host = host;
    this.#readFlags = readFlags;
  }

  get flags(): Flags {
    return this.#readFlags();
  }

  /** Only available after `start`. */
  get ui(): Ui {
    if (!this.#ui) throw new Error('the context was not started');
    return this.#ui;
  }

  /**
   * Call it after the command line is parsed and before a command runs. Help and usage errors do
   * not need it. `mayConnect` is called before the first request, and throws if no request may be
   * sent. `ownership`: how writes are kept from another project (`ownershipOf`).
   */
  async start(
    mayConnect: () => void = () => undefined,
    ownership: ReturnType<typeof ownershipOf> = 'none',
  ): Promise<void> {
    const { Terminal } = await import('./ui/terminal.ts');
    this.#mayConnect = mayConnect;
    this.#ownership = ownership;
    this.#ui ??= new Terminal(this.host, this.flags);
  }

  config(): Promise<Config> {
    this.#config ??= import('./config/load.ts').then(({ loadConfig }) =>
      loadConfig(this.host, this.flags),
    );
    return this.#config;
  }

  async folder(): Promise<Project> {
    const [{ projectOf }, config] = await Promise.all([import('./config/load.ts'), this.config()]);
    return projectOf(config);
  }

  async project(): Promise<Project> {
    const [{ requireContent }, config] = await Promise.all([
      import('./config/content-folders.ts'),
      this.config(),
    ]);
    await requireContent(config, this.host.cwd);
    return this.folder();
  }

  api(): Promise<Api> {
    this.#api ??= this.#connect();
    return this.#api;
  }

  /** What is known about the run when it fails. */
  async untilFailure(): Promise<{
    readonly root: string;
    readonly hasMarkedErrors: boolean;
    readonly consented: boolean;
    readonly mask?: Mask;
  }> {
    const config = await this.#config?.catch(() => undefined);
    const root = config?.root ?? this.host.cwd;
    const { hasMarkedErrors = false, consented = false, mask } = this.#ui ?? {};
    return { root, hasMarkedErrors, consented, ...(mask && { mask }) };
  }

  /** Removes a progress line. Call it before anything is printed without the `Ui`. */
  still(): void {
    this.#ui?.close();
  }

  /** Closes terminal and connections. Call it once, at the end. */
  async close(): Promise<void> {
    this.still();
    const api = await this.#api?.catch(() => undefined);
    await api?.close();
  }

  async #connect(): Promise<Api> {
    this.#mayConnect();
    const [{ connect, ownProject }, config] = await Promise.all([
      import('./connect.ts'),
      this.config(),
    ]);
    if (this.#ownership === 'none') return connect(this.host, config, this.ui);
    const byLock = this.#ownership === 'lock';
    const own = ownProject(this.host, config, () => this.folder(), byLock);
    return connect(this.host, config, this.ui, own);
  }
}
