/** The composition root: everything that a command works with. Builds each part on first use. */
import type { Api } from './api/api.ts';
import type { Config } from './config/config.ts';
import type { Flags } from './config/flags.ts';
import type { Host } from './host.ts';
import type { Project } from './model/project.ts';
import type { Ui } from './ui/ui.ts';

export interface Context {
  readonly host: Host;
  /** The global options. Known once the command line is parsed. */
  readonly flags: Flags;
  readonly ui: Ui;
  /** The settings. Rejects with `Failure('config')` naming file, line and column. */
  config(): Promise<Config>;
  /** The project in the working folder, from the settings. Rejects with `Failure('config')` if the folder is the root of several projects. */
  project(): Promise<Project>;
  /** The client. Rejects with `auth-required` if there is no key for the base URL. */
  api(): Promise<Api>;
}

export class Composition implements Context {
  readonly host: Host;
  readonly #readFlags: () => Flags;
  #ui: Ui | undefined;
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

  /** Call it after the command line is parsed and before a command runs. Help and usage errors do not need it. */
  async start(): Promise<void> {
    const { Terminal } = await import('./ui/terminal.ts');
    this.#ui ??= new Terminal(this.host, this.flags);
  }

  config(): Promise<Config> {
    this.#config ??= import('./config/load.ts').then(({ loadConfig }) =>
      loadConfig(this.host, this.flags),
    );
    return this.#config;
  }

  async project(): Promise<Project> {
    const [{ projectOf }, config] = await Promise.all([
      import('./config/project.ts'),
      this.config(),
    ]);
    if (config.file === null) {
      const { requireNoneBelow } = await import('./config/configs-below.ts');
      requireNoneBelow(config);
    }
    return projectOf(config);
  }

  api(): Promise<Api> {
    this.#api ??= this.#connect();
    return this.#api;
  }

  /** What is known about the run when it fails. */
  async untilFailure(): Promise<{ readonly root: string; readonly hasMarkedErrors: boolean }> {
    const config = await this.#config?.catch(() => undefined);
    const root = config?.root ?? this.host.cwd;
    return { root, hasMarkedErrors: this.#ui?.hasMarkedErrors ?? false };
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
    const [{ connect }, config] = await Promise.all([import('./connect.ts'), this.config()]);
    return connect(this.host, config, this.ui);
  }
}
