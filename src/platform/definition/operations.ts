import { operationName } from '../../definitions/operation-name.ts';
import { entriesAt, textAt, isTree } from '../../definitions/tree.ts';

/** What search knows of one operation of a definition. */
export interface OperationSection {
  readonly title: string;
  readonly fragment: string;
  readonly content: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** One section per operation, in the definition's order. Leaves out everything that does not have the shape of OpenAPI. */
export function operationSections(definition: unknown): OperationSection[] {
  return entriesAt(definition, 'paths').flatMap(([path, item]) => {
    if (!isTree(item)) return [];
    return Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`;
        const description = textAt(operation, 'description') ?? '';
        return {
          title: textAt(operation, 'summary') ?? name,
          fragment: operationName(method, path, operation),
          content: description === '' ? name : `${name}\n${description}`,
        };
      });
  });
}
