import type { Context } from '../../context.ts';
import { helpText } from '../../ui/help-text.ts';
import { TOPICS } from './topics.ts';

/** Prints a topic of help. There is none of another name: the command tree lists the names. */
export async function showTopic({ host, ui }: Context, name: string): Promise<void> {
  const topic = TOPICS.find((each) => each.name === name);
  const width = Math.min(host.stdout.columns ?? 80, 100);
  if (topic) await ui.raw(`${helpText(topic.parts, width)}\n`, { long: true });
}
