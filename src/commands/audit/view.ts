import { cutText, widthOf } from '../../ui/width.ts';
import { parseInstant } from '../../model/time.ts';
import { AUDIT_WORDS } from '../../model/resources.ts';
import type { AuditEntry } from '../../model/resources.ts';
import type { View } from '../../ui/ui.ts';
import { formatWall } from '../../ui/when.ts';

/** Whether an API key or the editor made the change, if the platform tells. */
function by({ apiKey }: AuditEntry): string {
  if (apiKey === null) return '';
  return apiKey ? ', with an API key' : ', in the editor';
}

/** The most characters of an entry's details. */
const MAX_DETAILS = 4000;

/**
 * An entry in one line, or two if it is wider than the terminal; with `details`, also the exact
 * moment, where the change came from, and the changed fields in lines of their own.
 */
export const auditEntryView =
  (details: boolean): View<AuditEntry> =>
  (entry, style) => {
    const { timestamp, user, operation, entity, entityId, message } = entry;
    const ms = parseInstant(timestamp);
    const head = [
      style.dim(ms === undefined ? style.text(timestamp) : formatWall(ms)),
      style.cyan(style.text(user)),
      style.text(`${AUDIT_WORDS[operation] ?? operation} ${entity} ${entityId}`),
    ].join('  ');
    const said = style.text(message);
    const fits = widthOf(`${head}  ${said}`) <= style.width;
    const line = `${head}${fits ? '  ' : '\n    '}${said}`;
    if (!details) return line;
    const changes = JSON.stringify(entry.details, null, 2);
    return [
      line,
      `at ${style.text(timestamp)}${by(entry)}, from ${style.text(entry.ipAddress)}, scope ${style.text(entry.scope)}`,
      ...style.block(cutText(changes, MAX_DETAILS)).split('\n'),
    ].join('\n    ');
  };
