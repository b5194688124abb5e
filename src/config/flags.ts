/** The options that every command takes. */
export interface Flags {
  readonly profile?: string | undefined;
  /** Path of the configuration file, instead of the one that is found. */
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
  /** Most time for one request, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Most waiting for rate limits in the run, in milliseconds. */
  readonly maxWait?: number | undefined;
}
