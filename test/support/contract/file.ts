/**
 * The service as its vendor publishes it: an OpenAPI 3.2 file that is not part of the repository.
 * `DOCS_CONTRACT` names it; `.ci/run` sets it to the file beside the repository.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** JSON Schema, as far as that file uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly example?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** The file's description of an operation. */
export interface ContractOperation {
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<
      string,
      { readonly headers?: Readonly<Record<string, unknown>>; readonly content?: Content }
    >
  >;
}

/** The contents of the file. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const FILE = process.env['DOCS_CONTRACT'] ?? '';

/** Whether the file is available. A plain clone does not have it. */
export const HAS_CONTRACT = FILE !== '';

/** For the name of a test that is skipped without it. */
export const NO_CONTRACT = HAS_CONTRACT ? '' : ' (skipped: DOCS_CONTRACT does not name a file)';

/** Reads the file. Call it only if `HAS_CONTRACT`. */
export const readContract = (): Contract => parse(readFileSync(FILE, 'utf8')) as Contract;
