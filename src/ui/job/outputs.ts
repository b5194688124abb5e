import type { Host } from '../../host.ts';

/** Values by name for later steps of a job. */
export type JobOutputs = Readonly<Record<string, string | number>>;

/**
 * Adds to the outputs of the step on GitHub Actions; does nothing elsewhere. If a name is repeated, its last value counts. A failure to write
 * does not fail the run: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-output-parameter
 */
export async function appendOutputs(env: Host['env'], outputs: JobOutputs): Promise<void> {
  const file = env['GITHUB_OUTPUT'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return;
  const { appendFile } = await import('node:fs/promises');
  const text = Object.entries(outputs).map(([name, value]) => outputText(name, String(value)));
  await appendFile(file, text.join('')).catch(() => undefined);
}

/** The end mark does not occur in the value, so no value can end its own part or begin another. */
export function outputText(name: string, value: string): string {
  let end = 'END';
  while (value.includes(end)) end += '_';
  return `${name}<<${end}\n${value}\n${end}\n`;
}
