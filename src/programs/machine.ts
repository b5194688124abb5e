/** The parts of the process that decide which programs are found, and what they receive. `Host` has it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}
