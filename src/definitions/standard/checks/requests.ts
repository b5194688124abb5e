/** Rules about several parameters of one request. Call these after all documents are read. */
import { isTree, listAt, textAt, textsAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';

/** The parameters of an operation or path with references followed, and the place of each. */
export function parametersOf(
  inspection: Inspection,
  holder: Spot,
): { readonly spot: Spot; readonly name: string; readonly place: string; readonly at: Spot }[] {
  const list = listAt(holder.value, 'parameters');
  const inside = below(holder, 'parameters', list);
  return list.flatMap((each, index) => {
    const at = below(inside, index, each);
    const spot = inspection.resolved(at);
    const name = textAt(spot?.value, 'name');
    const place = textAt(spot?.value, 'in');
    return spot === undefined || name === undefined || place === undefined
      ? []
      : [{ spot, name, place, at }];
  });
}

/** A request of 2.0 has one body, or a form. */
export function checkRequest2(inspection: Inspection, operation: Spot): void {
  const own = parametersOf(inspection, operation);
  const bodies = own.filter(({ place }) => place === 'body');
  const [, second] = bodies;
  if (second !== undefined) {
    inspection.report('body-parameters', second.at, 'the request already has a body');
  }
  const form = own.find(({ place }) => place === 'formData');
  if (bodies.length > 0 && form !== undefined) {
    const message = 'a request cannot have both a body and form fields';
    inspection.report('body-parameters', form.at, message);
  }
  const file = own.find(({ spot }) => textAt(spot.value, 'type') === 'file');
  if (file === undefined || !isTree(operation.value)) return;
  const types = consumedBy(inspection, operation.value);
  const isForm = (type: string): boolean =>
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
  if (types.length > 0 && types.every(isForm)) return;
  if (types.some(isForm)) return;
  const message = 'a file is sent, but `consumes` does not include a form type';
  inspection.report('form-consumes', file.at, message);
}

/** `querystring` is the whole query: there is at most one, and no `query` parameter beside it. */
export function checkQuery(inspection: Inspection, operation: Spot): void {
  const own = parametersOf(inspection, operation);
  const whole = own.filter(({ place }) => place === 'querystring');
  const [first, second] = whole;
  if (first === undefined) return;
  const rule = 'spec-querystring-parameters';
  if (second !== undefined) {
    inspection.report(rule, second.at, 'the request already has a `querystring` parameter');
  }
  if (own.some(({ place }) => place === 'query')) {
    inspection.report(
      rule,
      first.at,
      '`querystring` and `query` parameters cannot be used together',
    );
  }
}

/** The media types that an operation of 2.0 accepts: its own, else the definition's. */
const consumedBy = ({ root }: Inspection, operation: Tree): readonly string[] =>
  listAt(operation, 'consumes').length > 0 || Object.hasOwn(operation, 'consumes')
    ? textsAt(operation, 'consumes')
    : textsAt(root.value, 'consumes');
