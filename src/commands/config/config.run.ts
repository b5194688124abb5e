import type { Context } from '../../context.ts';
import { configView } from './view.ts';

/** Prints the settings. Makes no request. */
export async function showSettings(context: Context): Promise<void> {
  await context.ui.result(await context.config(), configView);
}
