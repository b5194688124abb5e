/** The options that every command takes. */
export interface Flags {
  readonly profile?: string | undefined;
  /** Path of the configuration file. If it is given, none is searched for. */
  readonly config?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `false`: `--no-color`. Otherwise terminal and environment decide. */
  readonly color: boolean;
  /** `false`: `--no-input`. */
  readonly input: boolean;
  readonly yes: boolean;
  /** The longest wait for one answer, or for the next byte of a download, in milliseconds. */
  readonly timeout?: number | undefined;
  /** The longest total wait for rate limits in the run, in milliseconds. */
  readonly maxWait?: number | undefined;
}
