import { inject } from 'vitest';

export interface BuiltTool {
  /** Absolute path of `bin/docs.js`, beside a bundle of the current sources. */
  readonly docs: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    builtTool?: BuiltTool;
  }
}

/** The tool, which `build-tool.ts` has bundled for tests that need a process: files named `*.all.test.ts`. */
export function builtTool(): BuiltTool {
  const tool = inject('builtTool');
  if (!tool) throw new Error('Name this file *.all.test.ts: npm test does not build the tool');
  return tool;
}
