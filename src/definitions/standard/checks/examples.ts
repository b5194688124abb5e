/** Rules about `example` and `examples`. */
import type { Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import type { Spot } from '../spot.ts';

/** `example` and `examples` are "mutually exclusive". */
export function checkExamples(inspection: Inspection, spot: Spot, node: Tree): void {
  if (!Object.hasOwn(node, 'example') || !Object.hasOwn(node, 'examples')) return;
  const message = '`example` and `examples` cannot be used together';
  inspection.report('example-and-examples', spot, message, { key: 'example', onKey: true });
}
