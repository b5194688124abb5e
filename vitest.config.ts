import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    // Real files, real HTTP on loopback: a busy machine may be slow, never wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // More than cores: many tests wait for processes and connections.
    maxWorkers: availableParallelism() + 1,
    // Programs that tests start inherit these: what they do must not depend on where the tests run.
    env: { CI: '', GITHUB_ACTIONS: '', GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' },
    // It imports JSON without saying so, which Node refuses.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    reporters: ['default'],
  },
});
