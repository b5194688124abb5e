/** Jobs that take seconds for the largest definitions: reading and converting them. Inputs and results can be sent between threads. */
import { operationName } from '../../definitions/operation-name.ts';
import { parseText, readDefinition } from '../../definitions/read-definition.ts';
import type { Finding } from '../../system/findings/finding.ts';
import { entriesAt, isTree, textAt } from '../../definitions/definition-tree.ts';

export type Acceptance =
  | { readonly ok: true; readonly title: string; readonly text: string }
  | {
      readonly ok: false;
      readonly problem: Finding;
    };

/** Whether the platform accepts this file as a definition, and what it stores of it. */
async function accept(bytes: Uint8Array): Promise<Acceptance> {
  const reading = await readDefinition(bytes, 'file');
  if (reading.ok) {
    const { title, text } = reading.definition;
    return { ok: true, title, text };
  }
  return reading;
}

/** The sections of a definition that search finds. */
async function sections(text: string): Promise<readonly OperationSection[]> {
  const parsed = await parseText(text, 'definition');
  return parsed.ok ? operationSections(parsed.value) : [];
}

const toYaml = async (text: string): Promise<string> =>
  (await import('./convert.ts')).jsonToYaml(text);

const toJson = async (text: string): Promise<string> =>
  (await import('./convert.ts')).yamlToJson(text);

export interface Jobs {
  readonly accept: typeof accept;
  readonly sections: typeof sections;
  readonly toYaml: typeof toYaml;
  readonly toJson: typeof toJson;
}

export type Job = {
  readonly [Name in keyof Jobs]: { readonly name: Name; readonly input: Parameters<Jobs[Name]>[0] };
}[keyof Jobs];

/** Does one job in this thread. */
export function runHere({ name, input }: Job): Promise<unknown> {
  switch (name) {
    case 'accept':
      return accept(input);
    case 'sections':
      return sections(input);
    case 'toYaml':
      return toYaml(input);
    case 'toJson':
      return toJson(input);
    default:
      return name satisfies never;
  }
}

/** What search knows of one operation of a definition. */
export interface OperationSection {
  readonly title: string;
  readonly fragment: string;
  readonly content: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** One section per operation, in the definition's order. Leaves out everything that does not have the shape of OpenAPI. */
function operationSections(definition: unknown): OperationSection[] {
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
