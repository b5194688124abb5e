import type { Context } from '../../context.ts';
import type { PlacedChange } from '../../definitions/places/change-places.ts';

/** The most annotations of one rule: forges show few, and count the rest. */
const MOST_ANNOTATIONS = 10;

/** Annotates breaking and risky changes at their lines of the new definition, if that is a file. Files are named as on the forge. */
export function annotateChanges({ ui }: Context, changes: readonly PlacedChange[]): void {
  const counts = new Map<string, number>();
  for (const { severity, rule, subject, message, direction, newPlace } of changes) {
    if (severity === 'safe' || newPlace === null) continue;
    const number = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, number);
    if (number > MOST_ANNOTATIONS) continue;
    const { file, line, column } = newPlace;
    const side = direction === null ? '' : ` (${direction})`;
    ui.annotate({
      level: severity === 'breaking' ? 'error' : 'warning',
      message: `${subject}${side}: ${message} (${rule})`,
      file,
      line,
      column,
    });
  }
}
