import type { Plan } from '../../../model/change.ts';
import type { Ui } from '../../ui.ts';

interface NotApplied {
  readonly change: { readonly key: string | null; readonly file?: string | null };
  readonly reason: string;
}

/** On GitHub Actions: what needs a person, beside the file that it is about. */
export function annotatePlan({ plan }: { readonly plan: Plan }, ui: Ui): void {
  for (const change of plan.changes) {
    if (change.kind === 'unplaced') {
      ui.annotate({ level: 'error', file: change.file, message: change.reason });
    } else if (change.kind === 'conflict') {
      const message = `${change.key} was changed here and on the platform: ${change.fields.join(', ')}`;
      ui.annotate({ level: 'error', file: change.file, message });
    }
  }
}

export function annotateOutcome(
  { failed }: { readonly failed: readonly NotApplied[] },
  ui: Ui,
): void {
  for (const { change, reason } of failed) {
    ui.annotate({
      level: 'error',
      file: change.file ?? undefined,
      message: `${change.key ?? ''}: ${reason}`,
    });
  }
}
