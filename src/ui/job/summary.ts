import type { Host } from '../../host.ts';

/**
 * Adds Markdown to the summary of the job on GitHub Actions; does nothing elsewhere. A failure to write does not fail the run:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#adding-a-job-summary
 */
export async function appendSummary(env: Host['env'], markdown: () => string): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return;
  // Few runs write a summary, and Node takes long to load this module: ADR 61.
  const { appendFile } = await import('node:fs/promises');
  await appendFile(file, `${markdown()}\n\n`).catch(() => undefined);
}
