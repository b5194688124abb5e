/** Rules for path templates and their parameters. */
import { isTree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';
import { parametersOf } from './requests.ts';

export function checkPaths(inspection: Inspection): void {
  const { root } = inspection;
  if (!isTree(root.value)) return;
  const paths = inspection.resolved(below(root, 'paths', root.value['paths']));
  if (paths === undefined || !isTree(paths.value)) return;
  const shapes = new Map<string, string>();
  for (const [template, item] of Object.entries(paths.value)) {
    if (!template.startsWith('/')) continue;
    checkTemplate(inspection, paths, template, shapes);
    const place = inspection.resolved(below(paths, template, item));
    if (place !== undefined) checkVariables(inspection, { paths, template, item: place });
  }
}

function checkTemplate(
  inspection: Inspection,
  paths: Spot,
  template: string,
  shapes: Map<string, string>,
): void {
  const at = { key: template, onKey: true };
  const names = namesIn(template);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  if (rest.includes('?')) {
    inspection.report(
      'path-not-include-query',
      paths,
      `the path "${template}" has a query string`,
      at,
    );
  } else if (rest.includes('#')) {
    inspection.report('path-fragment', paths, `the path "${template}" has a fragment`, at);
  }
  if (/[{}]/.test(rest)) {
    const message = `the path "${template}" has an unmatched brace`;
    inspection.report('path-form', paths, message, at);
  }
  if (names.includes('')) {
    const message = `the path "${template}" has a \`{}\` without a name`;
    inspection.report('path-declaration-must-exist', paths, message, at);
  }
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined && inspection.standard === '3.2') {
    const message = `the path "${template}" has \`{${twice}}\` twice`;
    inspection.report('path-variable-once', paths, message, at);
  }
  const shape = template.replaceAll(/\{[^{}]*\}/g, '{}');
  const other = shapes.get(shape);
  if (other !== undefined) {
    const message = `"${template}" and "${other}" are the same path`;
    inspection.report('no-identical-paths', paths, message, at);
  } else shapes.set(shape, template);
}

const namesIn = (template: string): string[] =>
  Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);

const METHODS = new Set('get put post delete options head patch trace query'.split(' '));

interface Path {
  readonly paths: Spot;
  readonly template: string;
  readonly item: Spot;
}

function checkVariables(inspection: Inspection, { template, item }: Path): void {
  if (!isTree(item.value)) return;
  const names = new Set(namesIn(template).filter((name) => name !== ''));
  const shared = checkUsed(inspection, item, names, template);
  const operations = Object.entries(item.value)
    .filter(([method]) => METHODS.has(method))
    .map(([method, value]) => below(item, method, value));
  const more = item.value['additionalOperations'];
  if (isTree(more) && inspection.standard === '3.2') {
    const inside = below(item, 'additionalOperations', more);
    for (const [method, value] of Object.entries(more))
      operations.push(below(inside, method, value));
  }
  for (const each of operations) {
    const operation = inspection.resolved(each);
    if (operation === undefined || !isTree(operation.value)) continue;
    const own = checkUsed(inspection, operation, names, template);
    for (const name of names) {
      if (shared.has(name) || own.has(name)) continue;
      const message = `\`{${name}}\` in the path "${template}" is not defined as a parameter`;
      inspection.report('path-parameters-defined', operation, message, { onKey: true });
    }
  }
}

/** @returns the path parameters of `holder` */
function checkUsed(
  inspection: Inspection,
  holder: Spot,
  names: ReadonlySet<string>,
  template: string,
): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { name, place, at } of parametersOf(inspection, holder)) {
    if (place !== 'path') continue;
    own.add(name);
    if (names.has(name)) continue;
    const message = `the path "${template}" has no \`{${name}}\``;
    inspection.report('path-parameter-unused', at, message);
  }
  return own;
}
