import type { Host } from '../host.ts';

/**
 * Adds Markdown to the summary of the job on GitHub Actions; nothing elsewhere. That it cannot be written does not fail the run:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export async function appendSummary(env: Host['env'], markdown: () => string): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return;
  // Few runs write one, and Node takes its time to load this: ADR 61.
  const { appendFile } = await import('node:fs/promises');
  await appendFile(file, `${markdown()}\n\n`).catch(() => undefined);
}
