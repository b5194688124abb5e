/** Gates whose content the platform would show to everybody. */
import { openGates } from '../../darkdown/gates.ts';
import type { OpenGate } from '../../darkdown/gates.ts';
import { placed } from '../../../system/findings/place.ts';
import type { FilePath } from '../../../model/ids.ts';
import { finding } from '../finding.ts';
import type { CheckFinding } from '../finding.ts';
import { lineBreaks } from '../fixes/line-breaks.ts';
import { lineIn } from '../linkable-pages.ts';
import type { CheckedBody } from '../linkable-pages.ts';

/** One finding for each gate, at its opening tag if it has one. */
export function checkGates(file: FilePath, body: CheckedBody): CheckFinding[] {
  const open = openGates(body.document);
  const opening = open.filter(({ close }) => !close);
  const gates = opening.length > 0 ? opening : open.slice(0, 1);
  const { source } = body.document;
  const found = placed(
    source,
    gates.map((gate) => ({ gate, offset: gate.start })),
  );
  return found.map(({ gate, line, column }) =>
    finding('open-gate', {
      file,
      line: lineIn(body, line),
      column,
      ...WORDS[gate.why],
      fix: lineBreaks(gate.breaks, body),
    }),
  );
}

const WORDS = {
  shape: {
    message:
      'This gate is not a `conditional` whose tags stand alone on their lines: hidden here; the platform would show it.',
    hint: 'Write each of its tags as `{% … %}` on a line of its own, at the beginning, outside lists and paragraphs',
  },
  'no-audience': {
    message:
      'This `conditional` has no `audience`: hidden here; the platform shows it to everybody.',
    hint: 'Name the audience, or remove the tags',
  },
} as const satisfies Record<OpenGate['why'], { message: string; hint: string }>;
