/** What of the process decides which programs are found, and what they are given. `Host` has it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}
